/**
 * Members need a second factor in the dashboard where the workspace or the operator requires one, from a
 * date of the calendar. Without one they can only set it up. Keys are not affected.
 */
import { Refusal } from '../base/errors.ts';

/** The earlier date of the workspace and of the operator; null where none requires one. */
export function factorRequiredFrom(
  workspace: { readonly secondFactorFrom: number | null },
  service: { readonly secondFactorFrom: number | null },
): number | null {
  const dates = [workspace.secondFactorFrom, service.secondFactorFrom].filter((at) => at !== null);
  return dates.length === 0 ? null : Math.min(...dates);
}

export function factorMissing(message = factorMissingText): Refusal {
  return new Refusal('second_factor_missing', message);
}

const factorMissingText =
  'This workspace requires two-factor authentication. Set it up for your account to continue.';
