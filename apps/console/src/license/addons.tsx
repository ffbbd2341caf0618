import { addons, isAddonId } from "@opsplane/contract";
import { Tag } from "../ui/tag.tsx";
import classes from "./license.module.css";

export function Addons({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return <span className="dim">None</span>;
  return (
    <span className={classes.addons}>
      {ids.map((id) => (
        <span key={id} title={isAddonId(id) ? addons[id].description : undefined}>
          <Tag>{isAddonId(id) ? addons[id].name : id}</Tag>
        </span>
      ))}
    </span>
  );
}
