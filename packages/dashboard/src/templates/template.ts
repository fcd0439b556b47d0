import type { Output } from '@hostmaster/contract';

export type Template = Output<'listTemplates'>['templates'][number];
