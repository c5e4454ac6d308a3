// The action's second step: the summary as one comment on the pull request, written anew at each run. Where the token
// may not comment, as on a pull request from a fork, the job's page has the summary.
import { readFileSync } from 'node:fs';

const { GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN, PARSERLENS_REPORT } = process.env;
const marker = '<!-- parserlens check -->';

/**
 * @param {string} path
 * @param {{ method?: string, body?: unknown }} [request]
 */
async function call(path, { method = 'GET', body } = {}) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/${path}`, {
    method,
    headers: { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`GitHub answers ${response.status} to ${method} ${path}`);
  return response.json();
}

/** The comment of an earlier run, wherever among all others it is. @param {number} number */
async function earlier(number) {
  for (let page = 1; ; page++) {
    /** @type {{ id: number, body?: string }[]} */
    const comments = await call(`issues/${number}/comments?per_page=100&page=${page}`);
    const own = comments.find(({ body }) => body?.startsWith(marker));
    if (own || comments.length < 100) return own;
  }
}

/** GitHub takes comments of up to 65,536 characters. @param {string} body */
function shortened(body) {
  if (body.length <= 65_000) return body;
  return `${body.slice(0, body.lastIndexOf('\n', 64_000))}\n\n…and more on the job’s page.\n`;
}

if (PARSERLENS_REPORT && GITHUB_EVENT_PATH && GITHUB_TOKEN) {
  try {
    const { number } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')).pull_request;
    const body = shortened(`${marker}\n${readFileSync(PARSERLENS_REPORT, 'utf8')}`);
    const own = await earlier(number);
    if (own) await call(`issues/comments/${own.id}`, { method: 'PATCH', body: { body } });
    else await call(`issues/${number}/comments`, { method: 'POST', body: { body } });
  } catch (error) {
    process.stdout.write(
      `No comment on the pull request: ${error instanceof Error ? error.message : error}. The job's summary has the report.\n`,
    );
  }
}
