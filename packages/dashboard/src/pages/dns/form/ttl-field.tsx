/** The TTL: presets, or a custom number of seconds. */
import { useState } from 'react';
import { Field } from '../../../ui/controls/field.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { customTtl, isPreset, ttlOptions } from '../draft/ttl.ts';
import type { RecordForm } from './use-record-form.ts';

export function TtlField({ form }: { readonly form: RecordForm }) {
  const { ttl } = form.draft;
  const [isCustom, setCustom] = useState(!isPreset(ttl));
  form.register('ttl');
  return (
    <>
      <Field
        label="TTL"
        className="w-32 max-md:flex-1"
        error={isCustom ? null : (form.problems.ttl ?? null)}
      >
        {(control) => (
          <Select
            {...control}
            options={ttlOptions}
            value={isCustom ? customTtl : ttl}
            onChange={(value) => {
              setCustom(value === customTtl);
              if (value !== customTtl) form.change({ ttl: value }, 'ttl');
            }}
          />
        )}
      </Field>
      {isCustom && (
        <Field label="Seconds" error={form.problems.ttl ?? null} className="w-32 max-md:flex-1">
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={ttl}
              onBlur={() => form.leave('ttl')}
              onChange={(event) => form.change({ ttl: event.target.value }, 'ttl')}
            />
          )}
        </Field>
      )}
    </>
  );
}
