/** Whether an address is of a host that the user named, in whatever letters: `example.com`, at any port, or `example.com:8080`. */
export function isAllowedHost(url: string, allowedHosts: readonly string[]): boolean {
  const { host, hostname, port, protocol } = new URL(url);
  const names = [host, hostname, `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`];
  return allowedHosts.some(each => names.includes(each.toLowerCase()));
}
