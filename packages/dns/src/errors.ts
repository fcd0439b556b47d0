/**
 * The two ways input can be wrong: bytes from the wire and text from people. Every decoder throws
 * only DnsFormatError and every text parser only GrammarError, so callers need one catch each.
 */

/** A packet, or a part of one, that breaks the wire format. The answer to it is FORMERR or silence. */
export class DnsFormatError extends Error {
  override readonly name = 'DnsFormatError';
}

/** Text that breaks the grammar of a value, a name or a zone file. The message is shown to its author. */
export class GrammarError extends Error {
  override readonly name = 'GrammarError';
}
