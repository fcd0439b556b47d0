/** Where the built-in server answers otherwise than Knot on purpose; docs/dns.md has the reasons. */
import { type Message, presentRdata, rcodes, typeName } from '@hostmaster/dns';

export interface Shown {
  readonly rcode: number;
  readonly opcode: number;
  readonly flags: string;
  readonly questions: readonly string[];
  readonly answers: readonly string[];
  readonly authorities: readonly string[];
  readonly additionals: readonly string[];
  readonly edns: readonly unknown[] | null;
}

export interface KnownDifference {
  /** As in docs/dns.md. */
  readonly title: string;
  /** Knot's answer with this difference undone, if it is the one. */
  readonly undo: (label: string, ours: Shown, knot: Shown) => Shown | null;
}

/** The fields of a message, in a form that is equal for equal answers. */
export function shown(message: Message): Shown {
  const section = (records: Message['answers']) =>
    records
      .map(
        (record) =>
          `${record.name} ${record.ttlSeconds} ${typeName(record.type)} ${presentRdata(record)}`,
      )
      .sort();
  const { edns } = message;
  const flags = {
    aa: message.authoritative,
    tc: message.truncated,
    rd: message.recursionDesired,
    ra: message.recursionAvailable,
    ad: message.authenticData,
    cd: message.checkingDisabled,
  };
  return {
    rcode: message.rcode,
    opcode: message.opcode,
    flags: Object.entries(flags)
      .flatMap(([flag, isSet]) => (isSet ? [flag] : []))
      .join(' '),
    questions: message.questions.map(({ name, type, class: code }) => `${name} ${type} ${code}`),
    answers: section(message.answers),
    authorities: section(message.authorities),
    additionals: section(message.additionals),
    edns: edns && [
      edns.udpPayloadBytes,
      edns.version,
      edns.dnssecOk,
      edns.options.map(({ code }) => code).join(),
    ],
  };
}

const extendedError = '15';

export const knownDifferences: readonly KnownDifference[] = [
  {
    title: 'Letter case of names in the data',
    undo: (_, ours, knot) => {
      const sections = ['answers', 'authorities', 'additionals'] as const;
      const isSame = sections.every(
        (section) => lower(ours[section]).join() === lower(knot[section]).join(),
      );
      const { answers, authorities, additionals } = ours;
      return isSame ? { ...knot, answers, authorities, additionals } : null;
    },
  },
  {
    title: 'Extended DNS errors',
    undo: (_, ours, knot) =>
      knot.rcode === rcodes.REFUSED && knot.edns?.at(-1) === extendedError && ours.edns !== null
        ? { ...knot, edns: [...knot.edns.slice(0, -1), ''] }
        : null,
  },
  {
    title: 'Class ANY',
    undo: (label, ours, knot) =>
      label.includes('class ANY') && !ours.flags.includes('aa')
        ? { ...knot, flags: knot.flags.replace(/^aa ?/, '') }
        : null,
  },
  {
    title: 'DNAME records in a circle',
    undo: (_, ours, knot) => {
      const isOnce = new Set(lower(ours.answers)).size === ours.answers.length;
      const isSame = lower([...new Set(lower(knot.answers))]).join() === lower(ours.answers).join();
      return isOnce && isSame ? { ...knot, answers: ours.answers } : null;
    },
  },
  {
    title: 'Glue that does not fit',
    undo: (_, ours, knot) => {
      const isOurs = ours.flags.startsWith('tc') && ours.authorities.length === 0;
      const isReferral = knot.authorities.every((record) => / NS /.test(record));
      if (!isOurs || !isReferral || knot.flags.includes('tc')) return null;
      return { ...knot, flags: ours.flags, authorities: [], additionals: [] };
    },
  },
  refusal('AXFR over UDP', { ours: rcodes.FORMERR, knot: rcodes.NOTIMP }),
  refusal('IXFR over UDP without a key', { ours: rcodes.NOERROR, knot: rcodes.NOTAUTH }),
  refusal('UPDATE without a key', { ours: rcodes.REFUSED, knot: rcodes.NOTAUTH }),
  refusal('Type 0', { ours: rcodes.NOERROR, knot: rcodes.NOTIMP }),
];

/** A question that one of the servers refuses. */
function refusal(
  title: string,
  expected: { readonly ours: number; readonly knot: number },
): KnownDifference {
  return {
    title,
    undo: (label, ours, knot) =>
      label === title && ours.rcode === expected.ours && knot.rcode === expected.knot ? ours : null,
  };
}

function lower(records: readonly string[]): string[] {
  return records.map((record) => record.toLowerCase()).sort();
}
