/** What the server tells about itself in class CH: its version, and its name (RFC 4892). */
import { classes, type Question, rcodes, rrTypes } from '@hostmaster/dns';
import { parseRecordValue, quoteText, recordRdata } from '@hostmaster/dns/records';
import type { ZoneAnswer } from '../zones/answer-question.ts';

export interface ServerIdentity {
  /** Null tells nothing. */
  readonly version: string | null;
  readonly name: string | null;
}

/** REFUSED for everything that it does not tell. */
export function serverAnswer(question: Question, identity: ServerIdentity): Partial<ZoneAnswer> {
  const text = textOf(question.name.toHostname(), identity);
  const isText = question.type === rrTypes.TXT || question.type === rrTypes.ANY;
  if (text === null || !isText) return { rcode: rcodes.REFUSED };
  const parsed = parseRecordValue('TXT', quoteText(text), { origin: '' });
  const wire = parsed.ok ? recordRdata(parsed.data) : null;
  if (wire === null) return { rcode: rcodes.REFUSED };
  const { name } = question;
  const { rdata } = wire;
  return { answers: [{ name, type: rrTypes.TXT, class: classes.CH, ttlSeconds: 0, rdata }] };
}

function textOf(host: string, { version, name }: ServerIdentity): string | null {
  if (host === 'version.bind' || host === 'version.server') return version;
  return host === 'id.server' || host === 'hostname.bind' ? name : null;
}
