/** The one file on a Debian of its own, installed by the commands of docs/deployment.md. */
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { afterAll, beforeAll, describe } from 'vitest';
import { bootDebian, type DebianRoot } from './debian-root.ts';
import { repository, version } from './installation.ts';
import { writeLowerOneFile } from './lower-one-file.ts';
import { commandsOf, createSystemdInstallation } from './systemd-installation.ts';
import { testWholeLife } from './whole-life.ts';

const packed = join(repository, 'dist/one-file');
const program = 'hostmaster-linux-x64';

describe('an installation of the one file', () => {
  let debian: DebianRoot;

  beforeAll(async () => {
    debian = await bootDebian(['libatomic1', 'libstdc++6', 'adduser']);
  }, 15 * 60_000);
  afterAll(() => debian?.stop());

  const execute = (commands: string) => debian.execute('sh', '-ec', commands);
  const installFiles = async (number: string) => {
    rmSync(join(debian.folder, 'srv/one-file'), { recursive: true, force: true });
    debian.copyIn(await filesOf(number));
    await execute(commandsOf('Install one file'));
  };

  testWholeLife(() =>
    createSystemdInstallation(debian, {
      async install(number) {
        await execute(commandsOf('Prepare the machine'));
        await installFiles(number);
      },
      async upgrade(number) {
        await installFiles(number);
        await execute('systemctl daemon-reload && systemctl restart hostmaster');
      },
      async remove() {
        await execute(commandsOf('Remove the service'));
      },
      async deleteData() {
        await execute(commandsOf('Delete its data'));
      },
    }),
  );
});

/** A folder `one-file` with the packed files, or with the program under a lower number. */
async function filesOf(number: string): Promise<string> {
  const folder = join((await createTestDirectory()).path, 'one-file');
  mkdirSync(folder);
  cpSync(join(packed, 'systemd'), join(folder, 'systemd'), { recursive: true });
  copyFileSync(join(packed, 'hostmaster.sh'), join(folder, 'hostmaster.sh'));
  if (number === version) copyFileSync(join(packed, program), join(folder, program));
  else await writeLowerOneFile(join(packed, program), join(folder, program));
  return folder;
}
