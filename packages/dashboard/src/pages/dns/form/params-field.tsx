/** The parameters of SVCB and HTTPS, one row per key. */
import { parseRecordValue } from '@hostmaster/dns/records';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { asSentence } from '../../../forms/as-sentence.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { FieldError } from '../../../ui/controls/field.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import {
  isFlag,
  paramKeys,
  readParams,
  type ServiceParam,
  writeParam,
  writeParams,
} from '../draft/service-params.ts';
import type { RecordForm } from './use-record-form.ts';

interface Row extends ServiceParam {
  readonly id: number;
  /** A key outside the list, such as key65333. */
  readonly isOther: boolean;
}

const other = 'other';
const options = [
  ...paramKeys.map(({ key, label }) => ({ value: key, label })),
  { value: other, label: 'Other key…' },
];

export function ParamsField({
  form,
  text,
  error,
  onChange,
}: {
  readonly form: RecordForm;
  readonly text: string;
  readonly error: string | null;
  readonly onChange: (text: string) => void;
}) {
  const id = useId();
  // Incomplete rows cannot be represented in the text.
  const [rows, setRows] = useState<readonly Row[]>(() => readParams(text).map(asRow));
  const change = (next: readonly Row[]) => {
    setRows(next);
    onChange(writeParams(next));
  };
  const add = () => {
    const used = new Set(rows.map(({ key }) => key));
    const free = paramKeys.find(({ key }) => !used.has(key));
    change([...rows, { id: nextId(rows), key: free?.key ?? '', value: '', isOther: !free }]);
  };
  const blamed = error === null ? null : rows.map((row) => rowProblem(row, form));
  const isRowToBlame = blamed?.some((problem) => problem !== null) === true;
  return (
    <fieldset aria-describedby={error === null ? undefined : id} className="w-full min-w-0">
      <legend className="mb-1.5 text-sm font-medium">
        Parameters <span className="font-normal text-ink-faint">(optional)</span>
      </legend>
      <div className="flex flex-col gap-2">
        {rows.map((row, at) => (
          <ParamRow
            key={row.id}
            row={row}
            number={at + 1}
            problem={blamed?.[at] ?? null}
            onLeave={() => form.leave('parts.params')}
            onChange={(next) => change(rows.map((one) => (one.id === row.id ? next : one)))}
            onRemove={() => change(rows.filter((one) => one.id !== row.id))}
          />
        ))}
        {error !== null && !isRowToBlame && <FieldError id={id}>{error}</FieldError>}
        <div>
          <Button size="sm" icon={Plus} onClick={add}>
            Add parameter
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

function ParamRow({
  row,
  number,
  problem,
  onLeave,
  onChange,
  onRemove,
}: {
  readonly row: Row;
  readonly number: number;
  readonly problem: string | null;
  readonly onLeave: () => void;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}) {
  const id = useId();
  const example = paramKeys.find(({ key }) => key === row.key)?.example ?? 'value';
  const invalid = problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': id };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <div className={classNames('md:w-60', isFlag(row.key) ? 'max-md:flex-1' : 'max-md:w-full')}>
          <Select
            label={`Key of parameter ${number}`}
            options={options}
            value={row.isOther ? other : row.key}
            onChange={(key) =>
              onChange({
                ...row,
                isOther: key === other,
                key: key === other ? '' : key,
                value: isFlag(key) ? '' : row.value,
              })
            }
          />
        </div>
        {row.isOther && (
          <Input
            {...invalid}
            aria-label={`Name of parameter ${number}`}
            isMono
            spellCheck={false}
            autoCapitalize="none"
            placeholder="key65333"
            value={row.key}
            className="w-32"
            onBlur={onLeave}
            onChange={(event) => onChange({ ...row, key: event.target.value })}
          />
        )}
        {!isFlag(row.key) && (
          <Input
            {...invalid}
            aria-label={`Value of parameter ${number}`}
            isMono
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            placeholder={example}
            value={row.value}
            className="min-w-40 flex-1"
            onBlur={onLeave}
            onChange={(event) => onChange({ ...row, value: event.target.value })}
          />
        )}
        <IconButton
          icon={X}
          size="sm"
          className="ml-auto"
          label={`Remove parameter ${number}`}
          onClick={onRemove}
        />
      </div>
      {problem !== null && <FieldError id={id}>{problem}</FieldError>}
    </div>
  );
}

/** The error of one parameter on its own; errors between parameters show below all rows. */
function rowProblem(row: Row, { draft, context }: RecordForm): string | null {
  if (row.key.trim() === '') return 'Enter a key, such as key65333.';
  // These two are only valid together with others.
  if (row.key === 'mandatory' || row.key === 'no-default-alpn') return null;
  const result = parseRecordValue(draft.type, `1 . ${writeParam(row)}`, context);
  return result.ok ? null : asSentence(result.message);
}

function asRow(param: ServiceParam, at: number): Row {
  return { ...param, id: at, isOther: !paramKeys.some(({ key }) => key === param.key) };
}

function nextId(rows: readonly Row[]): number {
  return Math.max(-1, ...rows.map(({ id }) => id)) + 1;
}
