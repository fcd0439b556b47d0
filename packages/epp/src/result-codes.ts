/** The result codes of RFC 5730, section 3, as data. */

/** What a code means for the command and for the session it came on. */
export type ResultClass = 'success' | 'pending' | 'refusal' | 'transient' | 'session-fatal';

export interface ResultCode {
  readonly code: number;
  readonly meaning: string;
  readonly class: ResultClass;
  /** Whether the code alone proves what happened to the object. */
  readonly definite: boolean;
}

/** An unlisted code is classified by its first digits, because registries may add their own. */
export function resultCode(code: number): ResultCode {
  const listed = resultCodes.get(code);
  if (listed !== undefined) return listed;
  if (code >= 1000 && code < 2000) return entry(code, 'Unlisted success', 'success', true);
  if (code >= 2500)
    return entry(code, 'Unlisted failure, connection closes', 'session-fatal', false);
  if (code >= 2400) return entry(code, 'Unlisted server failure', 'transient', false);
  return entry(code, 'Unlisted refusal', 'refusal', true);
}

/** After 2002 the session has lost its state; after 1500, 2200 and 25xx the server closes it. */
export function endsSession(code: number): boolean {
  return code === 1500 || resultCode(code).class === 'session-fatal';
}

export const resultCodes: ReadonlyMap<number, ResultCode> = new Map(
  [
    entry(1000, 'Command completed successfully', 'success', true),
    entry(1001, 'Command completed successfully; action pending', 'pending', true),
    entry(1300, 'Command completed successfully; no messages', 'success', true),
    entry(1301, 'Command completed successfully; ack to dequeue', 'success', true),
    entry(1500, 'Command completed successfully; ending session', 'success', true),
    entry(2000, 'Unknown command', 'refusal', true),
    entry(2001, 'Command syntax error', 'refusal', true),
    entry(2002, 'Command use error', 'session-fatal', true),
    entry(2003, 'Required parameter missing', 'refusal', true),
    entry(2004, 'Parameter value range error', 'refusal', true),
    entry(2005, 'Parameter value syntax error', 'refusal', true),
    entry(2100, 'Unimplemented protocol version', 'refusal', true),
    entry(2101, 'Unimplemented command', 'refusal', true),
    entry(2102, 'Unimplemented option', 'refusal', true),
    entry(2103, 'Unimplemented extension', 'refusal', true),
    entry(2104, 'Billing failure', 'refusal', true),
    entry(2105, 'Object is not eligible for renewal', 'refusal', true),
    entry(2106, 'Object is not eligible for transfer', 'refusal', true),
    entry(2200, 'Authentication error', 'session-fatal', true),
    entry(2201, 'Authorization error', 'refusal', true),
    entry(2202, 'Invalid authorization information', 'refusal', true),
    entry(2300, 'Object pending transfer', 'refusal', true),
    entry(2301, 'Object not pending transfer', 'refusal', true),
    entry(2302, 'Object exists', 'refusal', true),
    entry(2303, 'Object does not exist', 'refusal', true),
    entry(2304, 'Object status prohibits operation', 'refusal', true),
    entry(2305, 'Object association prohibits operation', 'refusal', true),
    entry(2306, 'Parameter value policy error', 'refusal', true),
    entry(2307, 'Unimplemented object service', 'refusal', true),
    entry(2308, 'Data management policy violation', 'refusal', true),
    entry(2400, 'Command failed', 'transient', false),
    entry(2500, 'Command failed; server closing connection', 'session-fatal', false),
    entry(2501, 'Authentication error; server closing connection', 'session-fatal', false),
    entry(2502, 'Session limit exceeded; server closing connection', 'session-fatal', false),
  ].map((row) => [row.code, row]),
);

function entry(code: number, meaning: string, kind: ResultClass, definite: boolean): ResultCode {
  return { code, meaning, class: kind, definite };
}
