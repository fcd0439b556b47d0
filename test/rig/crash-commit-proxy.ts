/**
 * A TCP proxy in front of PostgreSQL that parses just enough of the protocol to see a COMMIT
 * pass, and to lose the request or its answer.
 */
import { connect, createServer, type Socket } from 'node:net';

export interface CommitPlan {
  /** The transaction meant has run a statement like this. */
  readonly having: RegExp;
  /** What gets lost: COMMIT itself, or what the server says to it. */
  readonly lose: 'request' | 'answer';
  /** The server's answer is awaited before the cut; otherwise the cut comes right after the request. */
  readonly whenAnswered?: boolean;
  /** Called at the moment of the loss, before the connection is cut. */
  readonly atThatMoment?: () => void;
}

export interface CommitProxy {
  readonly url: string;
  /** For the next matching COMMIT; resolves when it has happened. */
  loseOne(plan: CommitPlan): Promise<void>;
  close(): Promise<void>;
}

interface Armed extends CommitPlan {
  readonly happened: () => void;
}

export async function openCommitProxy(target: string): Promise<CommitProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let armed: Armed | null = null;

  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    const conversation = new Conversation();
    let losing: Armed | null = null;
    /** The client is gone, and the server still carries out what it was sent. */
    let isLeft = false;
    /** Statements that were sent together with COMMIT are answered before it. */
    let answers = '';
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        if (!isLeft) cut();
      });
    }
    const fromClient = splitMessages({ startsUntyped: true }, (type, message) => {
      if (
        conversation.receive(type, message) &&
        armed?.having.test(conversation.statements()) === true
      ) {
        const plan = armed;
        armed = null;
        if (plan.lose === 'answer') upstream.write(message);
        if (plan.lose === 'answer' && plan.whenAnswered === true) {
          losing = plan;
          return;
        }
        plan.atThatMoment?.();
        plan.happened();
        // A request that was sent is carried out also when the client is gone.
        if (plan.lose === 'answer') {
          isLeft = true;
          upstream.end();
        }
        client.destroy();
        return;
      }
      upstream.write(message);
    });
    client.on('data', fromClient);
    upstream.on('data', (part) => {
      if (losing === null) {
        if (!isLeft) client.write(part);
        return;
      }
      answers += part.toString('latin1');
      if (!answers.includes('COMMIT\0')) return;
      losing.atThatMoment?.();
      losing.happened();
      losing = null;
      cut();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  const url = new URL(target);
  url.port = String(address.port);

  return {
    url: url.href,
    loseOne(plan) {
      const { promise, resolve } = Promise.withResolvers<void>();
      armed = { ...plan, happened: resolve };
      return promise;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Follows one connection: which statements the open transaction has run. */
class Conversation {
  readonly #textOf = new Map<string, string>();
  #run: string[] = [];

  statements(): string {
    return this.#run.join('\n');
  }

  /** True for a COMMIT. Message formats: PostgreSQL, "Frontend/Backend Protocol". */
  receive(type: string, message: Buffer): boolean {
    if (type === 'P') {
      const [name = '', text = ''] = strings(message, 5);
      this.#textOf.set(name, text);
    }
    if (type === 'B') {
      const [, name = ''] = strings(message, 5);
      const text = this.#textOf.get(name) ?? '';
      if (text.startsWith('begin')) this.#run = [];
      this.#run.push(text);
    }
    if (type !== 'Q') return false;
    const [text = ''] = strings(message, 5);
    return text === 'commit';
  }
}

/** The first two NUL-terminated strings from an offset on. */
function strings(message: Buffer, offset: number): string[] {
  const first = message.indexOf(0, offset);
  const second = message.indexOf(0, first + 1);
  return [
    message.toString('utf8', offset, first),
    second < 0 ? '' : message.toString('utf8', first + 1, second),
  ];
}

/** Cuts a stream into messages: a type byte (absent at the very start) and a length that counts itself. */
function splitMessages(
  options: { readonly startsUntyped: boolean },
  onMessage: (type: string, message: Buffer) => void,
): (part: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = options.startsUntyped;
  return (part) => {
    rest = Buffer.concat([rest, part]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      onMessage(isFirst ? '' : String.fromCharCode(message[0] ?? 0), message);
      isFirst = false;
    }
  };
}
