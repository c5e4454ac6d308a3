// @ts-check
// Loaded before a script of `npm run bench -- --quick`: a script that throws ends with a code of its own, as one that only finds
// itself slow has not failed.
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, error => {
    console.error(error);
    process.exit(70);
  });
