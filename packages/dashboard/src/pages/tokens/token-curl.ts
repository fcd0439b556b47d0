/** A line that shows that a token works: it reads the workspace and its balance. */
export function tokenCurl(origin: string, apiKey: string): string {
  return `curl -s ${origin}/v1/account -H 'x-api-key: ${apiKey}'`;
}
