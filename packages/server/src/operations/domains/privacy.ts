/** Privacy is offered only where the registry can give it. */
import { invalidRequest } from '../../base/errors.ts';
import type { ReadCall } from '../operation.ts';

export function isPrivacyOffered({ services }: ReadCall, name: string): boolean {
  return services.registrar.capabilitiesFor(name).privacy;
}

/** Refuses a promise that the registry cannot keep. */
export function requirePrivacyOffered(call: ReadCall, name: string): void {
  if (isPrivacyOffered(call, name)) return;
  const suffix = name.slice(name.indexOf('.') + 1);
  throw invalidRequest({
    path: 'privacyEnabled',
    message: `must be false: the registry of .${suffix} cannot hide the registrant`,
  });
}
