/** hostmaster completion: the words of every command for the shell, written from the commands themselves. */
import { Argument, type Command } from 'commander';
import { examplesText } from './session.ts';

interface Place {
  /** `domains check`, or one word. */
  readonly path: string;
  readonly about: string;
  /** What its first argument may be, where that is a choice. */
  readonly choices: readonly string[];
  readonly options: readonly { readonly flag: string; readonly about: string }[];
}

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export function registerCompletion(program: Command): void {
  program
    .command('completion')
    .description('print the completion of commands and options for a shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      examplesText([
        'completion bash > ~/.local/share/bash-completion/completions/hostmaster',
        'completion zsh >> ~/.zshrc',
        'completion fish > ~/.config/fish/completions/hostmaster.fish',
      ]),
    )
    .action((shell: keyof typeof shells) => {
      process.stdout.write(shells[shell](program));
    });
}

function bashScript(program: Command): string {
  return `${wordsFunction(program)}complete -o default -F _hostmaster hostmaster\n`;
}

/** Zsh runs the completion of bash. */
function zshScript(program: Command): string {
  const start =
    'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n';
  return `${start}${bashScript(program)}`;
}

function wordsFunction(program: Command): string {
  const groups = program.commands.filter(({ commands }) => commands.length > 0);
  const lines = [
    ...groups.map((group) => caseLine(`2 ${group.name()} `, namesOf(group))),
    ...placesOf(program).map(({ path, choices, options }) =>
      caseLine(` ${path} `, [...choices, ...options.map(({ flag }) => flag)].join(' ')),
    ),
  ];
  return `_hostmaster() {
  local words=""
  case "$COMP_CWORD \${COMP_WORDS[1]} \${COMP_WORDS[2]} " in
    "1 "*) words="${namesOf(program)}" ;;
${lines.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
`;
}

/** The position, the command and its subcommand, from their start or from the command on. */
function caseLine(start: string, words: string): string {
  return `    ${start.startsWith(' ') ? '*' : ''}"${start}"*) words="${words}" ;;`;
}

function fishScript(program: Command): string {
  const top = program.commands.map(
    (command) =>
      `complete -c hostmaster -n __fish_use_subcommand -f -a ${command.name()} -d ${quote(command.description())}`,
  );
  const groups = program.commands.flatMap((group) =>
    group.commands.map((command) => {
      const unseen = `__fish_seen_subcommand_from ${group.name()}; and not __fish_seen_subcommand_from ${namesOf(group)}`;
      return `complete -c hostmaster -n ${quote(unseen)} -f -a ${command.name()} -d ${quote(command.description())}`;
    }),
  );
  const options = placesOf(program).flatMap(({ path, choices, options: flags }) => {
    const seen = path
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    return [
      ...choices.map((choice) => `complete -c hostmaster -n ${quote(seen)} -f -a ${choice}`),
      ...flags.map(
        ({ flag, about }) =>
          `complete -c hostmaster -n ${quote(seen)} -l ${flag.slice(2)} -d ${quote(about)}`,
      ),
    ];
  });
  return `${[...top, ...groups, ...options].join('\n')}\n`;
}

/** Every command that takes options. */
function placesOf(program: Command): readonly Place[] {
  return program.commands.flatMap((command) => {
    const inner = command.commands.map((each) => placeOf(`${command.name()} ${each.name()}`, each));
    return inner.length === 0 ? [placeOf(command.name(), command)] : inner;
  });
}

function placeOf(path: string, command: Command): Place {
  const options = command.options.flatMap(({ long, description }) =>
    long == null ? [] : [{ flag: long, about: description }],
  );
  const choices = command.registeredArguments[0]?.argChoices ?? [];
  return { path, about: command.description(), choices, options };
}

function namesOf(command: Command): string {
  return command.commands.map((each) => each.name()).join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
