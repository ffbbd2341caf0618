import { itemTools } from "../../tools/index.ts";
import { counted, md } from "../markdown.ts";
import { type Answerer, named, type Turn } from "./turn.ts";

const grades = ["critical", "high", "medium", "low"] as const;
const itemOf = (turn: Turn) => named(turn, "item")[0]?.id ?? "";

export const findItems: Answerer = async (turn) => {
  const { q } = turn;
  const [environments, teams] = [named(turn, "environment"), named(turn, "team")];
  const classes = classesOf(turn);
  const criticality = grades.filter((each) => q.slots.grades.includes(each));
  const found = await turn.ask(itemTools.findItems, {
    ...(classes.length > 0 ? { class: classes.map(({ id }) => id) } : {}),
    ...(environments.length > 0 ? { environment: environments.map(({ id }) => id) } : {}),
    ...(criticality.length > 0 ? { criticality: [...criticality] } : {}),
    ...(teams[0] ? { team: teams[0].id } : {}),
    ...(q.text === undefined ? {} : { text: q.text }),
    limit: Math.min(q.slots.limit ?? 10, 20),
  });
  const words = [
    criticality.length > 0 ? `with criticality ${criticality.join(" or ")}` : "",
    classes.length > 0 ? `of class ${classes.map(({ name }) => name).join(" or ")}` : "",
    environments.length > 0 ? `in ${environments.map(({ name }) => name).join(" or ")}` : "",
    teams[0] ? `owned by ${teams[0].name}` : "",
    q.text === undefined ? "" : `that match “${q.text}”`,
  ].filter((each) => each !== "");
  return {
    headline: md`${found.estimated ? "About " : ""}${counted(found.count, "configuration item")}.`,
    basis: md`Counted: configuration items${words.length > 0 ? ` ${words.join(" ")}` : ""}, most critical first.`,
    rows: found.items.map(
      ({ name, class: of, environment, criticality: weight, owner, open_incidents, citation }) =>
        md`${turn.cited(citation, name)}: ${of}, ${environment}, ${weight}${owner ? `, ${owner}` : ""}${open_incidents > 0 ? `, ${counted(open_incidents, "open incident")}` : ""}`,
    ),
    suggestions: found.items[0]
      ? [`What depends on ${found.items[0].name}?`, `What is the impact of ${found.items[0].name}?`]
      : [],
  };
};

/** "services" is also a word of other questions, so it is no name. */
function classesOf(turn: Turn): { id: string; name: string }[] {
  const classes = named(turn, "class");
  if (classes.length > 0 || !turn.q.concepts.has("service")) return classes;
  return turn.q.words.some((word) => /^app(?:lication)?s?$/.test(word))
    ? [{ id: "application", name: "Application" }]
    : [{ id: "service", name: "Service" }];
}

export const getItem: Answerer = async (turn) => {
  const found = await turn.ask(itemTools.getItem, { item: itemOf(turn) });
  return {
    headline: md`${turn.cited(found.citation, found.name)} is a ${found.class} in ${found.environment} (${found.criticality}), owned by ${found.owner?.name ?? "nobody"}.`,
    facts: [
      ...(found.description === "" ? [] : [md`${found.description}`]),
      md`${counted(found.open_incidents, "open incident")} and ${counted(found.running_changes, "running change")}.`,
    ],
    rows: Object.entries(found.attributes).map(([name, value]) => md`${name}: ${String(value)}`),
    suggestions: [`What depends on ${found.name}?`, `How is ${found.name} doing?`, `What changed on ${found.name}?`],
  };
};

export const ownerOf: Answerer = async (turn) => {
  const found = await turn.ask(itemTools.getItem, { item: itemOf(turn) });
  return {
    headline:
      found.owner === null
        ? md`${turn.cited(found.citation, found.name)} has no owner.`
        : md`${found.owner.name} owns ${turn.cited(found.citation, found.name)}.`,
    suggestions:
      found.owner?.type === "group" ? [`Who is in ${found.owner.name}?`, "Who is on call?"] : ["Who is on call?"],
  };
};

export const dependencies: Answerer = async (turn) => {
  const found = await turn.ask(itemTools.itemDependencies, { item: itemOf(turn) });
  const page = turn.cited(found.citation, found.name);
  const up = md`${page} depends on ${counted(found.depends_on_count, "item")}${found.depends_on.length > 0 ? `: ${found.depends_on.map(({ name }) => name).join(", ")}` : ""}.`;
  const down = md`${counted(found.dependents_count, "item depends", "items depend")} on ${page}${found.dependents.length > 0 ? `: ${found.dependents.map(({ name }) => name).join(", ")}` : ""}.`;
  // "what depends on X" asks for the other direction than "what does X depend on".
  const asksDown =
    /(?:what|which|who|that|services?|items?|everything|anything|components?) (?:directly )?(?:depends?|relies|rely)|dependents|downstream|depending on|uses/.test(
      turn.q.words.join(" "),
    );
  return {
    headline: asksDown ? down : up,
    facts: [asksDown ? up : down],
    basis: md`Direct relations in the CMDB.`,
    suggestions: [`What is the impact of ${found.name}?`, `Who owns ${found.name}?`],
  };
};

export const impact: Answerer = async (turn) => {
  const found = await turn.ask(itemTools.itemImpact, { item: itemOf(turn) });
  return {
    headline: md`If ${turn.cited(found.citation, found.name)} fails, ${counted(found.affected_count, "item is", "items are")} affected, ${counted(found.service_count, "of them a service", "of them services")} (impact ${found.level}, score ${Math.round(found.score)}).`,
    facts: [
      ...(found.services.length > 0 ? [md`Services: ${found.services.map(({ name }) => name).join(", ")}.`] : []),
      md`${counted(found.open_incidents, "open incident")} and ${counted(found.running_changes, "running change")} among them.`,
    ],
    rows: found.affected.map(({ name, class: of, distance }) => md`${name}: ${of}, distance ${distance}`),
    suggestions: [`What depends on ${found.name}?`, `Who owns ${found.name}?`, "Who is on call?"],
  };
};

export const teamMembers: Answerer = async (turn) => {
  const [team] = named(turn, "team");
  const found = await turn.ask(itemTools.findPeople, team ? { team: team.id } : {});
  return {
    headline:
      found.team === null
        ? md`${counted(found.count, "person", "people")}.`
        : md`${found.team} has ${counted(found.count, "member")}${found.people.length > 0 ? `: ${found.people.map(({ name }) => name).join(", ")}` : ""}.`,
    rows: found.people.map(({ name, email }) => md`${name} (${email})`),
    suggestions: team ? [`Which incidents does ${team.name} have?`, "Who is on call?"] : ["Who is on call?"],
  };
};
