/** What a template would change, with what is needed to apply exactly that. */
import type { Output } from '@hostmaster/contract';
import type { WorkspaceClient } from '@hostmaster/sdk/dashboard';
import type { DomainPlace } from '../../../domains/domain-query.ts';
import type { Template } from '../../../templates/template.ts';
import { countedRecords } from '../../../ui/text/counted.ts';
import { loadRecords } from '../records-query.ts';

export type TemplatePlan = Output<'applyTemplate'>['plan'];

export interface TemplateChoice {
  readonly template: Template;
  readonly fields: Readonly<Record<string, string>>;
}

export interface TemplatePlanned extends TemplateChoice {
  readonly plan: TemplatePlan;
  /** The records that it was planned for. */
  readonly version: string;
}

/** The version is read first: a change after it makes the plan outdated, never wrong. */
export async function loadTemplatePlan(
  api: WorkspaceClient,
  place: DomainPlace,
  { template, fields }: TemplateChoice,
): Promise<TemplatePlanned> {
  const { version } = await loadRecords(place);
  const { plan } = await api.applyTemplate({
    domain: place.domain,
    templateId: template.id,
    fields: { ...fields },
    dryRun: true,
  });
  return { template, fields, plan, version };
}

/** The records that have to go before the template can be applied. */
export function inTheWay({ conflicts }: TemplatePlan) {
  return conflicts.flatMap(({ records }) => records);
}

export function describeTemplatePlan(plan: TemplatePlan): string {
  const { added, changed, unchanged } = plan;
  return `${countedRecords([
    [added.length, 'added'],
    [changed.length, 'changed'],
    [inTheWay(plan).length, 'conflicting'],
    [unchanged, 'already there'],
  ])}.`;
}
