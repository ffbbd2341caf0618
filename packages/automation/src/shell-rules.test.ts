import { describe, expect, test } from "vitest";
import { shellProblems } from "./shell-rules.ts";

const x = "{{ parameters.x }}";
const errorsOf = (command: string) => shellProblems(command).filter(({ level }) => level === "error");

describe("a placeholder is refused", () => {
  test.each([
    ["inside backticks", `echo \`ls ${x}\``],
    ["inside backticks", `echo "\`ls ${x}\`"`],
    ["inside a parameter expansion", `echo \${HOME:-${x}}`],
    ["inside a parameter expansion", `echo "\${HOME:-"${x}"}"`],
    ["inside a parameter expansion", `echo "\${HOME:-$(echo ${x})}"`],
    ["inside arithmetic", `echo $((1 + ${x}))`],
    ["inside arithmetic", `((n = ${x}))`],
    ["inside arithmetic", `echo $[${x}]`],
    ["inside a here-document", `cat <<EOF\n${x}\nEOF`],
    ["inside a here-document", `cat <<-'EOF'\n\t${x}\n\tEOF\n`],
    ["in the name of a here-document", `cat <<${x}\na\n`],
    ["inside a comment", `ls # ${x}`],
    ["inside $'…'", `echo $'${x}'`],
    ['inside $"…"', `echo $"${x}"`],
    ["directly after a backslash", `echo \\${x}`],
    ["directly after a backslash", `echo "\\${x}"`],
    ["directly after a dollar sign", `echo $${x}`],
    ["directly after a dollar sign", `echo "a$${x}"`],
    ["in the place of a name", `${x}=1`],
    ["in the place of a name", `dd ${x}=1`],
    ["name of a variable", `export ${x}`],
    ["name of a variable", `read ${x}`],
    ["name of a variable", `for ${x} in a; do :; done`],
    ["brackets of an array", `a[${x}]=1`],
    ["which decides what runs", `PATH=${x} ls`],
    ["which decides what runs", `env LD_PRELOAD=${x} ls`],
    ["directly after '>&'", `ls >& ${x}`],
    ["used as code here", `v=${x}; ls >& "$v"`],
    ["Only bash redirects with '&>'", `ls &> f ${x}`],
    ["Only bash knows 'function'", `function f { eval ${x}; }`],
    ["after an operator inside [[", `[[ -n a || ${x} == b ]]`],
    ["directly before '>'", `echo ${x}>file`],
    ["is the command itself", x],
    ["is the command itself", `"${x}" a`],
    ["is the command itself", `/usr/bin/${x} a`],
    ["is the command itself", `sudo -u root ${x}`],
    ["is the command itself", `true && exec ${x}`],
    ["is the command itself", `timeout 5 ${x}`],
    ["is the command itself", `if ${x}; then :; fi`],
    ["is the command itself", `echo $(${x})`],
    ["name is a variable", `$CMD ${x}`],
  ])("%s: %s", (reason, command) => {
    expect(
      errorsOf(command)
        .map(({ message }) => message)
        .join(),
    ).toContain(reason);
  });
});

describe("a command that runs its arguments takes no placeholder", () => {
  test.each([
    `eval echo ${x}`,
    `\\eval "${x}"`,
    `eval "$(printf '%s' ${x})"`,
    `source ${x}`,
    `. ${x}`,
    `sh -c "ls ${x}"`,
    `bash -lc 'ls ${x}'`,
    `bash -x -c "ls ${x}"`,
    `/bin/sh -c 'echo "$1"' sh ${x}`,
    `bash ${x}`,
    `bash <<< ${x}`,
    `bash <(echo ${x})`,
    `echo ${x} | sh`,
    `echo ${x} | sudo -n bash -s`,
    `{ echo ${x}; } | bash`,
    `(echo ${x}) | sh`,
    `su -c "ls ${x}" bob`,
    `su bob --command=${x}`,
    `ssh host ${x}`,
    `xargs ${x}`,
    `echo ${x} | xargs sh -c`,
    `watch ${x}`,
    `python3 -c "print('${x}')"`,
    `perl -ne 'print if /${x}/' file`,
    `ruby -e ${x}`,
    `node --eval ${x}`,
    `node -e ${x}`,
    `php -r ${x}`,
    `echo ${x} | python3`,
    `awk '/${x}/ { print }' file`,
    `awk -F: "/${x}/" file`,
    `gawk -f ${x}`,
    `sed 's/a/${x}/' file`,
    `sed -i -e "s/a/${x}/" file`,
    `sed -ne ${x} file`,
    `sed --expression=${x}`,
    `find . -exec ${x} ';'`,
    `find . -name a -exec rm ${x} {} +`,
    `trap ${x} EXIT`,
    `env -S ${x}`,
    `env -S "sh -c" ${x}`,
    `parallel ${x}`,
    `sudo eval ${x}`,
    `nohup sh -c ${x}`,
    `time sh -c ${x}`,
    `command eval ${x}`,
    `env A=b sh -c ${x}`,
    `timeout -s KILL 5 sh -c ${x}`,
    `nice -n 5 bash -c ${x}`,
    `sudo -u postgres psql -c "select ${x}"`,
    `psql -c"select ${x}"`,
    `sqlite3 file.db "select ${x}"`,
    `docker exec web sh -c "ls ${x}"`,
    `kubectl exec pod -- bash -c ${x}`,
    `kubectl exec pod -- ${x}`,
    `[[ ${x} -eq 1 ]]`,
    `test -v ${x}`,
    `printf -v ${x} a`,
    `let ${x}`,
    `declare -i n=${x}`,
    `v=${x}; eval "$v"`,
    `v=${x}; w="a$v"; sh -c "$w"`,
    `v=${x}; $v`,
    `v=${x}; echo $((v + 1))`,
    `v=${x}; echo \${a[v]}`,
    `for v in ${x}; do eval "$v"; done`,
    `f() { eval "$1"; }; f ${x}`,
    `set -- ${x}; sh -c "$1"`,
    `printf '%s' ${x} | while read -r line; do eval "$line"; done`,
    `v=${x}; sh <<EOF\n$v\nEOF\n`,
    `v=${x}; echo \`eval $v\``,
    `rsync -e ${x} a b`,
    `make TARGET=${x}`,
  ])("%s", (command) => {
    expect(errorsOf(command)).not.toEqual([]);
  });
});

describe("a script that cannot be read takes no placeholder", () => {
  test.each([
    `echo "a ${x}`,
    `echo 'a ${x}`,
    `echo $(ls ${x}`,
    `echo ${x} )`,
    `case a in b) echo ${x}`,
    `cat <<EOF; ls ${x}`,
    `echo \`a; ls ${x}`,
    `echo "\${a:-'}" ${x}`,
    `((a); echo ${x})`,
  ])("%s", (command) => expect(errorsOf(command)).not.toEqual([]));
});

describe("a placeholder is fine", () => {
  test.each([
    `ls -- ${x}`,
    `awk -v name=${x} '$1 == name { print $2 }' file`,
    `awk -F: -v name=${x} '{ print name }' ${x}`,
    `grep -e ${x} file`,
    `grep -F -- ${x} /var/log/syslog | sed -n '1,5p' | awk '{ print $1 }'`,
    `sed -n '1,5p' ${x}`,
    `cat <<< ${x}`,
    `cat < ${x} > "${x}.out" 2>&1`,
    `echo '${x}' "${x}" "$(ls -- "${x}")"`,
    `export NAME=${x} && env NAME=${x} ls`,
    `sudo -n -u postgres psql -X -v pid=${x} <<'SQL'\nselect pg_terminate_backend(:'pid');\nSQL\n`,
    `python3 - ${x} <<'EOF'\nimport sys\nEOF`,
    `bash script.sh ${x}`,
    `if [ ${x} -gt 5 ] || ! test -d ${x}; then ls ${x}; elif true; then :; fi`,
    `while read -r line; do printf '%s' "$line"; done < ${x}`,
    `case ${x} in a|b) ls ${x} ;; (c) : ;; *) exit 1 ;; esac`,
    `f() { ls "$1"; }; f ${x}`,
    `a=(${x} b); ls "\${a[@]}"`,
    `kubectl get pods --namespace ${x} -o name | head -n 5`,
    `kubectl exec -n ${x} pod -- ls ${x}`,
    `kubectl describe node ${x}`,
    `docker ps --format '{{{{.Names}}' --filter name=${x}`,
    `find ${x} -type f -size +100M`,
    `[[ ${x} == a && -d ${x} ]] && ls`,
    `timeout 5 nice -n 10 systemctl status ${x}`,
    `systemctl restart ${x} & wait; ls ${x} | wc -l`,
    `ls ${x} # it's fine`,
    `diff <(ls ${x}) <(ls -a ${x})`,
    `n=$((1 + 2)); ls ${x}`,
    `echo "\${HOME}" \${#x} $# "$@" ${x}`,
  ])("%s", (command) => {
    expect(errorsOf(command)).toEqual([]);
  });
});

describe("a value that could begin with a dash", () => {
  const warningsOf = (command: string, may = true) =>
    shellProblems(command, () => may).filter(({ level }) => level === "warning");

  test("is warned about where it begins a word", () => {
    expect(warningsOf(`rm -f ${x}`)).toEqual([
      {
        at: 6,
        level: "warning",
        message:
          "The value of {{ parameters.x }} is read as an option of 'rm' when it begins with '-'. Write -- before it, or give the parameter a pattern.",
      },
    ]);
    expect(warningsOf(`sudo -- rm "${x}"`)).toHaveLength(1);
  });

  test.each([
    `rm -f -- ${x}`,
    `rm ./${x}`,
    `ls --name=${x}`,
    `printf '%s' ${x}`,
    `[ ${x} = a ]`,
    `cat < ${x}`,
    `v=${x}`,
  ])("%s is fine", (command) => expect(warningsOf(command)).toEqual([]));

  test("is not warned about when its type excludes it", () => {
    expect(warningsOf(`rm -f ${x}`, false)).toEqual([]);
  });
});

test("a malformed placeholder is an error", () => {
  expect(shellProblems("docker ps --format '{{.Names}}'")).toMatchObject([{ at: 20, level: "error" }]);
});

test("a script without placeholders has no problems", () => {
  expect(shellProblems('eval "$(ssh-agent)"; echo \'open')).toEqual([]);
});
