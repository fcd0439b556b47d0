/** An authenticator in software (WebAuthn level 3): one passkey with a P-256 key, for tests of the service. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Page {
  readonly origin: string;
  readonly challenge: string;
  /** The host name that the authenticator believes to be at. */
  readonly rpId: string;
}

export class SoftwarePasskey {
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  #counter = 0;

  get id(): string {
    return this.#id.toString('base64url');
  }

  /** Answer of `navigator.credentials.create`. */
  create(page: Page, { fmt = 'none' }: { readonly fmt?: string } = {}): string {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    const cose = map([
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, 'base64url'))],
      [int(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, cose]);
    const attestationObject = map([
      [text('fmt'), text(fmt)],
      [text('attStmt'), map([])],
      [text('authData'), bytes(Buffer.concat([this.#data(page.rpId, 0x45), credential]))],
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', page).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
    });
  }

  /** Answer of `navigator.credentials.get`. `flags` 0x05: the person was there and was checked. */
  get(page: Page, { flags = 0x05 }: { readonly flags?: number } = {}): string {
    this.#counter += 1;
    const client = clientData('webauthn.get', page);
    const data = this.#data(page.rpId, flags);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#key.privateKey).toString('base64url'),
    });
  }

  #answer(response: object): string {
    const { id } = this;
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  }

  #data(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), counter]);
  }
}

function clientData(type: string, { origin, challenge }: Page): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.of((kind << 5) | value);
  if (value < 256) return Buffer.of((kind << 5) | 24, value);
  return Buffer.of((kind << 5) | 25, value >> 8, value & 255);
}

function int(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, value.length), Buffer.from(value)]);
}

function map(pairs: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([head(5, pairs.length), ...pairs.flat()]);
}
