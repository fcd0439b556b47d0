/** Methods and paths that are refused: before their body is read, however long it is. */
import { type Attack, httpAttack, inTurn } from './attack.ts';

interface Refused {
  readonly path: string;
  readonly methods: readonly string[];
  readonly as: 'key' | 'visitor';
}

const writes = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const every = ['GET', ...writes];

const refused: readonly Refused[] = [
  { path: '/api', methods: writes, as: 'key' },
  { path: '/api/unknown', methods: every, as: 'key' },
  { path: '/dashboard/api', methods: every, as: 'visitor' },
  { path: '/dashboard/api/unknown', methods: every, as: 'visitor' },
  { path: '/rdap/domain', methods: writes, as: 'visitor' },
  { path: '/mcp', methods: ['GET', 'DELETE'], as: 'key' },
  // With a key it revokes that key, once.
  { path: '/dashboard/command-line', methods: ['DELETE'], as: 'visitor' },
];

export const refusalAttacks: readonly Attack[] = refused.map(({ path, methods, as }) =>
  inTurn(
    `refused: ${path}`,
    methods.map((method) => {
      const takesBody = method !== 'GET';
      const operation = { name: `${method} ${path}`, method, path, takesBody, as } as const;
      return httpAttack({ ...operation, cost: 'rows' }, () => ({ text: 'x'.repeat(60_000) }));
    }),
  ),
);
