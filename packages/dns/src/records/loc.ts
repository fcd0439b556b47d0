/** LOC: where a host is on the Earth (RFC 1876). */
import { concatBytes, u32 } from '../bytes.ts';
import { splitWords } from '../char-string.ts';
import { DnsFormatError, GrammarError } from '../errors.ts';
import { type RdataCodec, rdataForm } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { shorten } from '../words.ts';
import { type RecordGrammar, withWarning } from './grammar.ts';
import { valueNames } from './value-names.ts';

export interface LocData {
  readonly type: 'LOC';
  /** Thousandths of a second of arc; north and east are positive. */
  readonly latitude: number;
  readonly longitude: number;
  /** Above the WGS 84 spheroid. */
  readonly altitudeCm: number;
  /** The diameter of the sphere, and the precision. One digit and a power of ten on the wire. */
  readonly sizeCm: number;
  readonly horizontalCm: number;
  readonly verticalCm: number;
}

const format = '<latitude> <longitude> <altitude> [<size> [<horizontal> [<vertical>]]]';
const example = '52 22 23.000 N 4 53 32.000 E -2.00m 1m 10000m 10m';

const equator = 0x8000_0000;
const degreeUnits = 3_600_000;
/** 100,000 m below the spheroid. */
const altitudeBaseCm = 10_000_000;
const precisionCmMax = 9_000_000_000;

const locCodec: RdataCodec<LocData> = {
  mnemonic: 'LOC',
  typeCode: 29,
  decode(rdata) {
    const reader = new WireReader(rdata);
    if (reader.u8() !== 0) throw new DnsFormatError('LOC has a version other than 0');
    const [sizeCm, horizontalCm, verticalCm] = [
      readPrecision(reader.u8()),
      readPrecision(reader.u8()),
      readPrecision(reader.u8()),
    ];
    const latitude = reader.u32() - equator;
    const longitude = reader.u32() - equator;
    const altitudeCm = reader.u32() - altitudeBaseCm;
    reader.expectEnd('LOC');
    if (Math.abs(latitude) > 90 * degreeUnits || Math.abs(longitude) > 180 * degreeUnits) {
      throw new DnsFormatError('LOC has a latitude or longitude beyond 90 or 180 degrees');
    }
    return { type: 'LOC', latitude, longitude, altitudeCm, sizeCm, horizontalCm, verticalCm };
  },
  encode: (data) =>
    concatBytes([
      Uint8Array.of(0, ...[data.sizeCm, data.horizontalCm, data.verticalCm].map(packPrecision)),
      u32(data.latitude + equator),
      u32(data.longitude + equator),
      u32(data.altitudeCm + altitudeBaseCm),
    ]),
  fromWords(words) {
    const latitude = readAngle(words, { north: 'N', south: 'S', degreesMax: 90 });
    const afterLatitude = words.slice(latitude.words);
    const longitude = readAngle(afterLatitude, { north: 'E', south: 'W', degreesMax: 180 });
    const [altitude, size, horizontal, vertical, extra] = afterLatitude.slice(longitude.words);
    if (altitude === undefined || extra !== undefined) {
      throw new GrammarError(
        `the location has ${altitude === undefined ? 'no altitude' : 'too many fields'}; expected ${format}`,
      );
    }
    return {
      type: 'LOC',
      latitude: latitude.units,
      longitude: longitude.units,
      altitudeCm: readMetres(altitude, {
        what: 'the altitude',
        minCm: -altitudeBaseCm,
        maxCm: 0xffff_ffff - altitudeBaseCm,
      }),
      sizeCm: readMetres(size ?? '1m', { what: 'the size', ...precision }),
      horizontalCm: readMetres(horizontal ?? '10000m', {
        what: 'the horizontal precision',
        ...precision,
      }),
      verticalCm: readMetres(vertical ?? '10m', { what: 'the vertical precision', ...precision }),
    };
  },
  toText: (data) =>
    [
      presentAngle(data.latitude, data.latitude < 0 ? 'S' : 'N'),
      presentAngle(data.longitude, data.longitude < 0 ? 'W' : 'E'),
      ...[data.altitudeCm, data.sizeCm, data.horizontalCm, data.verticalCm].map(presentMetres),
    ].join(' '),
};

export const loc: RecordGrammar<'LOC', LocData> = {
  type: 'LOC',
  description: 'Geographical location of a host',
  reference: 'RFC 1876',
  format,
  examples: [example, '51 30 N 0 7 W 11m'],
  fields: [{ name: 'location', label: 'Location', kind: 'words', example }],
  wire: rdataForm(locCodec),
  parse(value, context) {
    const data = locCodec.fromWords(splitWords(value), valueNames(context));
    const published = locCodec.decode(locCodec.encode(data));
    const isExact =
      published.sizeCm === data.sizeCm &&
      published.horizontalCm === data.horizontalCm &&
      published.verticalCm === data.verticalCm;
    return withWarning(
      data,
      isExact ? undefined : `size and precision have one digit: ${locCodec.toText(published)}`,
    );
  },
  publish: locCodec.encode,
};

const precision = { minCm: 0, maxCm: precisionCmMax } as const;

/** One to three numbers and a direction. */
function readAngle(
  words: readonly string[],
  options: { readonly north: string; readonly south: string; readonly degreesMax: number },
): { readonly units: number; readonly words: number } {
  const { north, south, degreesMax } = options;
  const at = words
    .slice(0, 4)
    .findIndex((word) => word.toUpperCase() === north || word.toUpperCase() === south);
  if (at < 1) {
    throw new GrammarError(
      `the location has no ${north} or ${south}; expected ${format}, such as ${example}`,
    );
  }
  const [degrees = '', minutes = '0', seconds = '0'] = words.slice(0, at);
  const isSound =
    /^[0-9]{1,3}$/.test(degrees) &&
    /^[0-5]?[0-9]$/.test(minutes) &&
    /^[0-5]?[0-9](?:\.[0-9]{1,3})?$/.test(seconds);
  const [whole = '', fraction = ''] = seconds.split('.');
  const thousandths = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'));
  const units = Number(degrees) * degreeUnits + Number(minutes) * 60_000 + thousandths;
  if (!isSound || units > degreesMax * degreeUnits) {
    const shown = shorten(words.slice(0, at + 1).join(' '));
    throw new GrammarError(
      `"${shown}" is not degrees, minutes and seconds up to ${degreesMax} degrees ${north} or ${south}`,
    );
  }
  return { units: words[at]?.toUpperCase() === south ? 0 - units : units, words: at + 1 };
}

function readMetres(
  word: string,
  options: { readonly what: string; readonly minCm: number; readonly maxCm: number },
): number {
  const { what, minCm, maxCm } = options;
  const [, sign = '', whole = '', fraction = ''] =
    /^(-?)([0-9]{1,8})(?:\.([0-9]{1,2}))?m?$/i.exec(word) ?? [];
  const size = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  const cm = sign === '-' ? 0 - size : size;
  if (whole === '' || cm < minCm || cm > maxCm) {
    throw new GrammarError(
      `${what} "${shorten(word)}" is not metres from ${minCm / 100} to ${maxCm / 100}`,
    );
  }
  return cm;
}

/** Section 2: a digit and a power of ten, four bits each. */
function readPrecision(octet: number): number {
  const digit = octet >> 4;
  const power = octet & 0x0f;
  if (digit > 9 || power > 9 || (digit === 0 && power > 0)) {
    throw new DnsFormatError('LOC has a size or precision that is not a digit and a power of ten');
  }
  return digit * 10 ** power;
}

/** Further digits are cut off, as other nameservers do. */
function packPrecision(cm: number): number {
  let power = 0;
  let digit = cm;
  while (digit > 9) {
    digit = Math.floor(digit / 10);
    power += 1;
  }
  return (digit << 4) | power;
}

function presentAngle(units: number, direction: string): string {
  const size = Math.abs(units);
  const degrees = Math.floor(size / degreeUnits);
  const minutes = Math.floor((size % degreeUnits) / 60_000);
  return `${degrees} ${minutes} ${((size % 60_000) / 1000).toFixed(3)} ${direction}`;
}

function presentMetres(cm: number): string {
  const size = Math.abs(cm);
  const fraction = String(size % 100).padStart(2, '0');
  return `${cm < 0 ? '-' : ''}${Math.floor(size / 100)}.${fraction}m`;
}
