import { describe, expect, it } from 'vitest';
import { errors } from '../errors.ts';
import { accessErrors, type DashboardEndpoint, dashboardEndpoints } from './dashboard-endpoints.ts';
import { dashboardPaths } from './paths.ts';
import { stepUpErrors } from './schemas.ts';

const all = Object.entries<DashboardEndpoint>(dashboardEndpoints);

describe('the endpoints of the dashboard', () => {
  it('are those that have a path, each at its own', () => {
    expect(Object.keys(dashboardEndpoints).sort()).toEqual(Object.keys(dashboardPaths).sort());
    for (const [name, path] of Object.entries(dashboardPaths)) {
      expect(dashboardEndpoints[name as keyof typeof dashboardPaths], name).toMatchObject(path);
    }
    const places = all.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('are of a workspace exactly where the path names one', () => {
    for (const [name, { access, path }] of all) {
      expect(access === 'workspace', name).toBe(path.includes('{workspaceId}'));
    }
  });

  it('read with GET, and take a query only there', () => {
    for (const [name, endpoint] of all) {
      if (endpoint.query !== undefined) expect(endpoint.method, name).toBe('GET');
      if (endpoint.method === 'GET') expect(endpoint.body, name).toBeUndefined();
    }
  });

  it('declare errors that exist, once each, and not those of their access', () => {
    for (const [name, { access, errors: codes }] of all) {
      expect(new Set(codes).size, name).toBe(codes.length);
      const shared: readonly string[] = accessErrors[access];
      for (const code of codes) {
        expect(errors[code], `${name} ${code}`).toBeDefined();
        expect(shared, name).not.toContain(code);
      }
    }
  });

  it('declare the errors of a body exactly where there is one, and of a reused key likewise', () => {
    for (const [name, endpoint] of all) {
      const hasBody = endpoint.body !== undefined;
      expect(endpoint.errors.includes('unsupported_media_type'), name).toBe(hasBody);
      expect(endpoint.errors.includes('invalid_request'), name).toBe(
        hasBody || endpoint.query !== undefined,
      );
      expect(endpoint.errors.includes('idempotency_key_reused'), name).toBe(endpoint.idempotent);
      for (const code of stepUpErrors) {
        expect(endpoint.errors.includes(code), name).toBe(endpoint.needsPassword !== undefined);
      }
    }
  });
});
