/** A command to try a token: it lists the domains, which every token can read. */
export function tokenCurl(origin: string, apiKey: string): string {
  return `curl -s ${origin}/v1/domains -H 'x-api-key: ${apiKey}'`;
}
