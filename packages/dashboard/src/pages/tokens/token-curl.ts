/** A command to try a token: it reads the account and its balance. */
export function tokenCurl(origin: string, apiKey: string): string {
  return `curl -s ${origin}/v1/account -H 'x-api-key: ${apiKey}'`;
}
