/** Which fields an answer leaves out or replaces (RFC 9537), by the names that the gTLD profile gives them. */
import type { RegistrantField } from './publication-policy.ts';
import type { PublishedDomain, PublishedField } from './published-domain.ts';
import type { Redaction } from './rdap-objects.ts';

const registrant = "$.entities[?(@.roles[0]=='registrant')]";
const card = `${registrant}.vcardArray[1]`;

type Method = Redaction['method'];

interface Place {
  readonly type: string;
  readonly path: string;
  /** What a redacted field leaves: an empty value where jCard or the profile needs the property. */
  readonly method: Extract<Method, 'removal' | 'emptyValue'>;
}

/** The email is not among them: an address for messages replaces it. */
const places: Readonly<Record<Exclude<RegistrantField, 'email'>, Place>> = {
  name: { type: 'Registrant Name', path: `${card}[?(@[0]=='fn')][3]`, method: 'emptyValue' },
  organization: {
    type: 'Registrant Organization',
    path: `${card}[?(@[0]=='org')]`,
    method: 'removal',
  },
  street: {
    type: 'Registrant Street',
    path: `${card}[?(@[0]=='adr')][3][2]`,
    method: 'emptyValue',
  },
  city: { type: 'Registrant City', path: `${card}[?(@[0]=='adr')][3][3]`, method: 'emptyValue' },
  state: {
    type: 'Registrant State/Province',
    path: `${card}[?(@[0]=='adr')][3][4]`,
    method: 'emptyValue',
  },
  postalCode: {
    type: 'Registrant Postal Code',
    path: `${card}[?(@[0]=='adr')][3][5]`,
    method: 'emptyValue',
  },
  country: {
    type: 'Registrant Country',
    path: `${card}[?(@[0]=='adr')][1].cc`,
    method: 'removal',
  },
  phone: { type: 'Registrant Phone', path: `${card}[?(@[0]=='tel')]`, method: 'removal' },
};

/** We do not have the registry's ids. */
const ids: readonly Place[] = [
  { type: 'Registry Domain ID', path: '$.handle', method: 'removal' },
  { type: 'Registry Registrant ID', path: `${registrant}.handle`, method: 'removal' },
];

const byPolicy = 'Server policy';
const byOwner = 'Privacy service';

export function redactionsOf({ registrant, isPrivate }: PublishedDomain): readonly Redaction[] {
  const reason = isPrivate ? byOwner : byPolicy;
  const fields = (Object.keys(places) as (keyof typeof places)[]).flatMap((key) =>
    fieldRedaction(places[key], registrant[key], reason),
  );
  const { contactUrl } = registrant;
  return [
    ...ids.map((place) => redaction(place, place.method, byPolicy)),
    ...fields,
    ...(contactUrl === null ? [] : [emailRedaction(reason)]),
  ];
}

function fieldRedaction(place: Place, field: PublishedField, reason: string): Redaction[] {
  if (field.kind === 'shown') return [];
  const method = field.kind === 'replaced' ? 'replacementValue' : place.method;
  return [redaction(place, method, reason)];
}

/** What is gone is named by its path before, what is left by its path after the redaction. */
function redaction({ type, path }: Place, method: Method, description: string): Redaction {
  const where = method === 'removal' ? { prePath: path } : { postPath: path };
  return { name: { type }, ...where, pathLang: 'jsonpath', method, reason: { description } };
}

function emailRedaction(description: string): Redaction {
  return {
    name: { type: 'Registrant Email' },
    prePath: `${card}[?(@[0]=='email')]`,
    replacementPath: `${card}[?(@[0]=='contact-uri')]`,
    pathLang: 'jsonpath',
    method: 'replacementValue',
    reason: { description },
  };
}
