/** What the address of `hostmaster login` says about the command line that wants to sign in. */
export interface ConnectSearch {
  readonly challenge?: string;
  readonly at?: string;
  readonly name?: string;
}

const nameLengthMax = 60;

export function readConnectSearch({ challenge, at, name }: Record<string, unknown>): ConnectSearch {
  if (typeof challenge !== 'string' || !/^[0-9a-f]{64}$/.test(challenge)) return {};
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return {};
  return { challenge, at, name: String(name ?? '').slice(0, nameLengthMax) };
}
