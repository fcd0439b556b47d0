/** Reads a JSON object of a configuration file field by field; an error is one line that names the field. */
import { readFileSync } from 'node:fs';
import { ConfigError } from './setting-values.ts';

interface Place {
  /** The setting that names the file. */
  readonly setting: string;
  readonly path: string;
}

export class Fields {
  readonly #place: Place;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #seen = new Set<string>();

  constructor(place: Place, value: unknown) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ConfigError(`${place.setting}: ${place.path} must be an object.`);
    }
    this.#place = place;
    this.#values = value as Record<string, unknown>;
  }

  has(field: string): boolean {
    this.#seen.add(field);
    return this.#values[field] !== undefined;
  }

  text(field: string, fallback?: string): string {
    const value = this.#take(field, fallback);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    throw this.problem(field, 'must be a text');
  }

  integer(field: string, limits: { min: number; max: number }, fallback?: number): number {
    const value = this.#take(field, fallback);
    const { min, max } = limits;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
      return value;
    }
    throw this.problem(field, `must be a whole number from ${min} to ${max}`);
  }

  /** The names of the fields, where they are data. */
  names(): string[] {
    return Object.keys(this.#values);
  }

  positive(field: string, fallback?: number): number {
    const value = this.#take(field, fallback);
    if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return value;
    throw this.problem(field, 'must be a number above zero');
  }

  boolean(field: string, fallback: boolean): boolean {
    const value = this.#take(field, fallback);
    if (typeof value === 'boolean') return value;
    throw this.problem(field, 'must be true or false');
  }

  oneOf<const T extends string>(field: string, allowed: readonly T[], fallback?: T): T {
    const value = this.#take(field, fallback);
    const found = allowed.find((candidate) => candidate === value);
    if (found !== undefined) return found;
    throw this.problem(field, `must be one of ${allowed.join(', ')}`);
  }

  texts(field: string): string[] {
    const value = this.#take(field);
    if (Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string'))
      return value;
    throw this.problem(field, 'must be a list of texts');
  }

  object(field: string): Fields {
    return new Fields(this.#below(field), this.#take(field));
  }

  objects(field: string): Fields[] {
    const value = this.#take(field);
    if (!Array.isArray(value) || value.length === 0) {
      throw this.problem(field, 'must be a list with at least one entry');
    }
    return value.map((entry, index) => new Fields(this.#below(`${field}[${index}]`), entry));
  }

  /** Rejects unknown fields: a misspelled field would otherwise be ignored silently. */
  refuseOthers(): void {
    const other = Object.keys(this.#values).find((field) => !this.#seen.has(field));
    if (other === undefined) return;
    throw this.problem(other, `is not a known field; known are ${[...this.#seen].join(', ')}`);
  }

  problem(field: string, what: string): ConfigError {
    const { setting, path } = this.#below(field);
    return new ConfigError(`${setting}: ${path} ${what}.`);
  }

  #below(field: string): Place {
    const { setting, path } = this.#place;
    return { setting, path: `${path}.${field}` };
  }

  #take(field: string, fallback?: unknown): unknown {
    this.#seen.add(field);
    const value = this.#values[field] ?? fallback;
    if (value === undefined) throw this.problem(field, 'is missing');
    return value;
  }
}

/** `what` begins the line of an error. */
export function readJsonFile(path: string, what: string): unknown {
  const text = readTextFile(path, what);
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${what}: ${path} is not JSON: ${reason}`);
  }
}

export function readTextFile(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new ConfigError(`${what}: ${path} cannot be read (${code}).`);
  }
}
