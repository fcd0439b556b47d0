/**
 * The server keeps nothing at module level that changes, and takes time and randomness from
 * `composition/`: any number of services may run in one process, and tests choose both.
 */
import { readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.ts';

const root = 'packages/server/src/';

/** Each rule matches one line; `except` are files or folders where it does not apply. */
const rules: readonly {
  readonly pattern: RegExp;
  readonly except: readonly string[];
  readonly advice: string;
}[] = [
  {
    pattern: /\bsystem(?:Clock|Random)\b/,
    except: ['base/clock.ts', 'base/random.ts', 'base/ids.ts', 'composition/'],
    advice: 'take the clock and the randomness that composition/ passes down',
  },
  {
    pattern: /\bDate\.now\b|\bnew Date\(\)/,
    except: ['base/clock.ts'],
    advice: 'use the clock that was passed in; measure elapsed time with performance.now()',
  },
  {
    pattern: /\bMath\.random\b|\brandomInt\b/,
    except: ['base/random.ts'],
    advice: 'use the RandomSource that was passed in',
  },
  {
    pattern: /^(?:export )?(?:let|var) /,
    except: [],
    advice: 'keep state in an object that composition/ makes',
  },
  {
    pattern:
      /^(?:export )?const \w+(?:: (?!Readonly|readonly)[^=]+)? = (?:new (?:Weak)?(?:Map|Set)\b|new \w*Array\(|Buffer\.alloc|\[\];)/,
    except: [],
    advice: 'keep state in an object that composition/ makes; a constant table has a Readonly type',
  },
];

/** Module-level state that no service can observe, by file and name, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'base/ids.ts random': 'the id sequence belongs to the process, see there',
  'base/ids.ts randomPool': 'the id sequence belongs to the process, see there',
  'base/ids.ts poolOffset': 'the id sequence belongs to the process, see there',
  'base/ids.ts lastMs': 'the id sequence belongs to the process, see there',
  'base/ids.ts timeText': 'the id sequence belongs to the process, see there',
  'base/iso-time.ts startByDay': 'a memo of a pure function, bounded',
  'zones/publish-owner.ts readings': 'a memo of a pure function, by record',
};

const problems: string[] = [];
const used = new Set<string>();
for (const file of sourceFiles()) {
  if (!file.startsWith(root) || file.endsWith('.test.ts')) continue;
  const path = file.slice(root.length);
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    checkLine({ path, line, number: index + 1 });
  }
}
for (const entry of Object.keys(allowed)) {
  if (!used.has(entry)) problems.push(`scripts/check-state.ts: nothing needs "${entry}" any more`);
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

function checkLine(at: { path: string; line: string; number: number }): void {
  for (const { pattern, except, advice } of rules) {
    if (!pattern.test(at.line) || except.some((place) => at.path.startsWith(place))) continue;
    const name = /^(?:export )?(?:const|let|var) (\w+)/.exec(at.line)?.[1];
    const entry = `${at.path} ${name ?? ''}`;
    if (entry in allowed) used.add(entry);
    else problems.push(`${root}${at.path}:${at.number}: ${advice}\n    ${at.line.trim()}`);
  }
}
