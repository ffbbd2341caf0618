import type { ApprovalDefinition } from "@opsplane/contract";
import { TextLink } from "../ui/links.tsx";
import classes from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { Tag } from "../ui/tag.tsx";
import { chainWords } from "./step-words.ts";

export function DefinitionsTable({ definitions }: { definitions: readonly ApprovalDefinition[] }) {
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <TableHead columns={["Chain", "Steps", "Default for", { wide: "Used by" }, { wide: "Version" }]} />
        <tbody>
          {definitions.map((definition) => (
            <tr key={definition.id}>
              <td>
                <TextLink size="sm" to="/settings/approval-chains/$id" params={{ id: definition.id }}>
                  {definition.name}
                </TextLink>
                <div className={classes.sub}>{definition.description}</div>
              </td>
              <td>{chainWords(definition.steps)}</td>
              <td>
                {definition.default_for.map((type) => (
                  <Tag key={type}>{type}</Tag>
                ))}
              </td>
              <td className={classes.wide}>
                {definition.used_by === 0 ? (
                  <span className="dim">nothing</span>
                ) : (
                  `${definition.used_by} catalog ${definition.used_by === 1 ? "item" : "items"}`
                )}
              </td>
              <td className={classes.wide}>{definition.version}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
