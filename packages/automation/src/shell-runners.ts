import { prefixOf, type SimpleCommand, textOf, type Word } from "./shell-syntax.ts";
import { effectiveOf, nameOf } from "./shell-wrappers.ts";

// Programs by what they do with their arguments. A program that is not named here may run them.

export const shells = new Set("sh bash dash zsh ksh ash mksh fish csh tcsh rbash pwsh powershell busybox".split(" "));
export const languages =
  /^(?:python|ipython|perl|ruby|irb|node|nodejs|php|lua|deno|bun|tclsh|wish|Rscript|pypy|groovy|jshell|julia|osascript|elixir|iex|erl|guile)[0-9.]*$/;
/** All arguments of these run as code, or choose what runs. */
export const runsArguments = new Set(
  "eval source . trap xargs parallel ssh rsh mosh watch at batch expect alias bind complete enable fc let make gmake ansible salt pssh pdsh clush gdb tmux screen vi vim ex ed emacs crontab sg capsh dc m4 gnuplot".split(
    " ",
  ),
);
/** These run a command inside a container or namespace. Which argument begins it is not known here. */
export const runsElsewhere = new Set(
  "docker podman nerdctl crictl kubectl oc lxc incus nsenter unshare systemd-run runuser flock strace ltrace script su setpriv".split(
    " ",
  ),
);

/** These read their arguments as names, numbers and texts, and never run them. */
const plain = new Set(
  (
    "[ test [[ true false : echo printf cat tac ls cp mv rm mkdir rmdir ln touch chmod chown chgrp stat file du df head tail wc cut tr uniq " +
    "sort tee comm join paste diff cmp nl fold seq shuf split basename dirname readlink realpath mktemp truncate sync date cal sleep wait " +
    "md5sum sha1sum sha256sum sha512sum cksum base64 od xxd hexdump strings column jq yq grep egrep fgrep zgrep rg " +
    "cd pwd exit return set shift export readonly local declare typeset unset read mapfile readarray getopts for case type which whereis hash " +
    "ps pgrep pkill kill killall pidof renice lsof fuser uptime free vmstat iostat mpstat pidstat sar top dmesg who w id whoami groups getent " +
    "useradd usermod userdel groupadd groupdel chage hostname hostnamectl timedatectl localectl loginctl resolvectl uname arch nproc lscpu " +
    "lsblk blkid mount umount findmnt systemctl service journalctl chkconfig rc-service initctl apt apt-get apt-cache aptitude dpkg " +
    "dpkg-query dnf yum rpm zypper pacman apk snap brew pip pip3 gem npm ping traceroute dig host nslookup ss netstat curl wget " +
    "gzip gunzip zcat zip unzip bzip2 xz zstd logger wall mail mailx openssl helm pcs crm pvesh redis-cli rabbitmqctl " +
    "rabbitmq-diagnostics pg_isready mysqladmin mysqlcheck mysqldump pg_dump"
  ).split(" "),
);
/** Plain programs have these subcommands or options that run what follows. */
const runningWords = new Set(
  "eval eval_file foreach bisect send-command run-command execute-command start-session cmd.run guest-exec invoke-command".split(
    " ",
  ),
);
const evaluatingPlain = new Set(["redis-cli", "rabbitmqctl", "rabbitmq-diagnostics"]);
/** Options that name a command with any program. */
const commandOption =
  /^--?(?:[a-z]+-)*(?:command|commands|cmd|exec|execute|eval|shell|rsh|script|scripts|run|entrypoint|code|program|hook)(=|$)/i;

export function isPlain(name: string): boolean {
  return plain.has(name) && !evaluatingPlain.has(name);
}

export function isInterpreter(name: string | undefined): boolean {
  return (
    name !== undefined &&
    (shells.has(name) || languages.test(name) || runsArguments.has(name) || /^[gmn]?awk$|^g?sed$/.test(name))
  );
}

/** Words that a program cannot run, because only shells know them, or that are too common as plain arguments. */
const seldomPrograms = new Set(". source trap alias bind complete enable fc let batch ex ed dc".split(" "));

/** True when a program in front could run this word as a shell, or as something that runs what follows. */
export function namesShell(word: Word, shellNames: ReadonlySet<string>): boolean {
  if (word.parts.some((part) => part.kind === "variable" && shellNames.has(part.name))) return true;
  const text = textOf(word).replace(/\b[a-z+]{1,30}:\/\//gi, "");
  if (/(?:^|[\s/])(?:ba|da|z|k|a|mk)?sh\s+-\w*c\b/.test(text)) return true;
  const [first = "", ...rest] = text.split(/[\s'"`;|&()<>=,:{}]+/).filter((token) => token !== "");
  // A text with blanks is a sentence, or a command whose name comes first.
  const tokens =
    /\s/.test(text) && !word.parts.some((part) => part.kind === "substitution") ? [first] : [first, ...rest];
  return tokens.some((token) => isShellName(token.slice(token.lastIndexOf("/") + 1)));
}

function isShellName(name: string): boolean {
  return shells.has(name) || runningWords.has(name) || name === "eval" || /^(?:ssh|rsh|mosh)$/.test(name);
}

/** True when the word begins a command that has rules of its own, such as `python3` or `find`. */
export function namesRunner(word: Word, known: (name: string) => boolean): boolean {
  const name = nameOf(word);
  if (name === undefined || seldomPrograms.has(name)) return false;
  return isInterpreter(name) || runsElsewhere.has(name) || name === "find" || known(name);
}

/** The words that an option such as --command hands over, or that read like a command line. */
export function commandTexts(args: readonly Word[]): Word[] {
  return args.filter((word, index) => {
    const before = args[index - 1];
    const isValue = before !== undefined && commandOption.exec(prefixOf(before))?.[1] === "";
    return isValue || commandOption.exec(prefixOf(word))?.[1] === "=" || /&&|\|\||;\s|\$\(|`/.test(plainText(word));
  });
}

/** Settings of SSH that a shell runs, such as ProxyCommand. */
export function sshCommands(args: readonly Word[]): Word[] {
  return args.filter((word) => /(?:proxy|local|remote|knownhosts|ssh)command/i.test(plainText(word)));
}

function plainText(word: Word): string {
  return word.parts.map((part) => (part.kind === "text" ? part.text : "_")).join("");
}

/** The variables that hold the name of a shell, such as SHELL, or `s` after `s=bash`. */
export function shellNamesOf(commands: readonly SimpleCommand[]): ReadonlySet<string> {
  const names = new Set(["SHELL", "BASH", "0"]);
  const holds = (word: Word) => {
    const texts = word.parts.flatMap((part) => (part.kind === "variable" ? [] : [part]));
    return namesShell(word, names) || texts.some((part) => namesShell({ at: word.at, parts: [part] }, names));
  };
  for (const command of commands) {
    const { name, args } = effectiveOf(command);
    for (const word of [...command.assignments, ...args]) {
      const assigned = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/.exec(prefixOf(word))?.[1];
      if (assigned !== undefined && holds(word)) names.add(assigned);
    }
    const [first] = args;
    if (name === "for" && first && args.some(holds)) names.add(prefixOf(first));
    if (name === "set" && args.some(holds)) for (const each of ["@", "*", "1", "2", "3"]) names.add(each);
  }
  return names;
}
