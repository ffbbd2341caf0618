import type { EscalationPolicy } from "@opsplane/contract";
import { IconPlus, IconStairsUp } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { Face } from "../../ui/faces.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import classes from "../on-call-frame.module.css";
import { OnCallFrame } from "../on-call-frame.tsx";
import { stepsText } from "./policy-words.ts";
import { usePolicies } from "./queries.ts";

const route = getRouteApi("/oncall/escalation-policies");

export function PoliciesPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OnCallFrame title="Escalation policies" view="Escalation policies" actions={<NewPolicyButton />}>
      {() => (
        <>
          <div className={classes.toolbar}>
            <SearchField
              label="Search escalation policies"
              placeholder="Name"
              value={q}
              onChange={(next) => void navigate({ search: { q: next }, replace: true })}
              w={{ base: "100%", xs: 240 }}
            />
          </div>
          <Policies q={q} />
        </>
      )}
    </OnCallFrame>
  );
}

function Policies({ q }: { q: string }) {
  const list = usePolicies(q);
  return (
    <PagedFace
      list={list}
      empty={
        <Face
          icon={<IconStairsUp size={20} />}
          title={q ? "No matching escalation policies" : "No escalation policies yet"}
          actions={q ? null : <NewPolicyButton />}
        >
          {q ? "Try a different search." : "A policy says who is paged, and who is next when no one acknowledges."}
        </Face>
      }
    >
      {(items) => <PoliciesTable policies={items} />}
    </PagedFace>
  );
}

function PoliciesTable({ policies }: { policies: readonly EscalationPolicy[] }) {
  return (
    <div className={table.card}>
      <table className={table.table}>
        <TableHead columns={["Policy", "Steps", { wide: "Repeats" }, { wide: "Open pages" }]} />
        <tbody>
          {policies.map(({ id, name, description, is_default, steps, repeat, open_pages }) => (
            <tr key={id}>
              <td>
                <TextLink size="sm" to="/oncall/escalation-policies/$id" params={{ id }} className={table.main ?? ""}>
                  {name}
                </TextLink>{" "}
                {is_default ? <Tag tone="good">default</Tag> : null}
                <div className={table.sub}>{description}</div>
              </td>
              <td>{stepsText(steps)}</td>
              <td className={table.wide}>{repeat === 0 ? <span className="dim">no</span> : `${repeat} ×`}</td>
              <td className={table.wide}>{open_pages === 0 ? <span className="dim">0</span> : open_pages}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NewPolicyButton() {
  return useCan()("oncall:write") ? (
    <ButtonLink to="/oncall/escalation-policies/$id" params={{ id: "new" }} leftSection={<IconPlus size={15} />}>
      New escalation policy
    </ButtonLink>
  ) : null;
}
