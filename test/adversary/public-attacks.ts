/** The most expensive requests to what strangers reach: RDAP, the contact form and the registrant's page. */
import { type Attack, type HttpOperation, httpAttack, type Input } from './attack.ts';

type Route = `${'GET' | 'POST'} ${string}`;

/** As many labels as a name may have: each could be a domain of ours. */
const labels = `${'a.'.repeat(120)}example.com`;
const wide: Input = ({ zones }) => ({ name: zones.wide });

const publicInputs: Readonly<Record<Route, Input>> = {
  // Every other name is new, so that no cache has its answer.
  'GET /rdap/domain/{name}': ({ zones }, { index }) => ({
    name: index % 2 === 0 ? zones.wide : `absent-${index}.com`,
  }),
  'GET /rdap/nameserver/{host}': () => ({ host: labels }),
  'GET /rdap/entity/{handle}': () => ({ handle: 'x'.repeat(1_000) }),
  'GET /rdap/help': () => ({}),
  'GET /contact-domain/{name}': wide,
  'POST /contact-domain/{name}': ({ zones }, { index }) => ({
    name: zones.wide,
    message: `${index} `.repeat(10_000),
  }),
  'GET /confirm-registrant/{token}': (_, { index }) => ({ token: `none-${index}` }),
  'POST /confirm-registrant/{token}': (_, { index }) => ({ token: `none-${index}` }),
};

export const publicAttacks: readonly Attack[] = Object.entries(publicInputs).map(
  ([name, input]) => {
    const [method = '', path = ''] = name.split(' ');
    const takesBody = method === 'POST';
    const operation: HttpOperation = { name, method, path, takesBody, cost: 'rows', as: 'visitor' };
    return httpAttack({ ...operation, bodyBytesMax: 64 * 1024 }, input);
  },
);
