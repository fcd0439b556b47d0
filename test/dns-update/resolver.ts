/** A stand-in for a recursive resolver: a test sets the answer for each name. */
import {
  classes,
  encodeMessage,
  makeReply,
  Name,
  type ResourceRecord,
  rcodes,
  readZoneFile,
  typeName,
} from '@hostmaster/dns';
import { startDnsServer } from '@hostmaster/dns/node';

export type Answer = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | 'silence';

export interface TestResolver {
  readonly address: string;
  /** Lines such as `app.example.net. 300 A 192.0.2.1`: the whole answer to A and to AAAA. */
  set(host: string, answer: Answer): void;
  /** Every question it was asked, as `host TYPE`. */
  readonly asked: string[];
  close(): Promise<void>;
}

export async function startResolver(): Promise<TestResolver> {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const server = await startDnsServer({
    host: '127.0.0.1',
    port: 0,
    onError: (error) => {
      throw error;
    },
    handler: ({ message }) => {
      const question = message?.questions[0];
      if (message == null || question === undefined) return null;
      const host = question.name.toHostname();
      asked.push(`${host} ${typeName(question.type)}`);
      const answer = answers.get(host) ?? 'NXDOMAIN';
      if (answer === 'silence') return null;
      const isAnswer = typeof answer !== 'string';
      const records: ResourceRecord[] = isAnswer
        ? [...readZoneFile(`${answer.join('\n')}\n`, { origin: Name.root })]
        : [];
      const fitting = records.filter(
        ({ type }) => type === question.type || typeName(type) === 'CNAME',
      );
      return encodeMessage(
        makeReply(message, {
          recursionAvailable: true,
          rcode: isAnswer ? rcodes.NOERROR : rcodes[answer],
          answers: fitting.map((record) => ({ ...record, class: classes.IN })),
        }),
      );
    },
  });
  return {
    address: `127.0.0.1:${server.address.port}`,
    set: (host, answer) => answers.set(host, answer),
    asked,
    close: () => server.close(),
  };
}
