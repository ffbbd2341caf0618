import { Checkbox, Tooltip, VisuallyHidden } from "@mantine/core";
import { areas, type Permission, permissions } from "@opsplane/contract";
import { IconCheck, IconMinus } from "@tabler/icons-react";
import { Fragment } from "react";
import { useCan } from "../../session/context.tsx";
import classes from "./permission-matrix.module.css";

interface PermissionMatrixProps {
  chosen: readonly Permission[];
  editable: boolean;
  onChange: (chosen: Permission[]) => void;
}

/** Permissions by area. Those that the person does not have are disabled, because they cannot be granted. */
export function PermissionMatrix({ chosen, editable, onChange }: PermissionMatrixProps) {
  const can = useCan();
  const toggle = (permission: Permission) =>
    onChange(chosen.includes(permission) ? chosen.filter((other) => other !== permission) : [...chosen, permission]);
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <legend style={{ marginBottom: 6, fontWeight: 500 }}>Permissions</legend>
      <div className={classes.matrix}>
        {areas.map((area) => (
          <Fragment key={area}>
            <div className={classes.area}>{area}</div>
            <div className={classes.verbs}>
              {permissions
                .filter((permission) => permission.startsWith(`${area}:`))
                .map((permission) =>
                  editable ? (
                    <Tooltip key={permission} label="You do not hold this yourself" disabled={can(permission)}>
                      <Checkbox
                        label={
                          <>
                            <VisuallyHidden>{area} </VisuallyHidden>
                            {verbOf(permission)}
                          </>
                        }
                        checked={chosen.includes(permission)}
                        disabled={!can(permission)}
                        onChange={() => toggle(permission)}
                      />
                    </Tooltip>
                  ) : (
                    <Held key={permission} permission={permission} held={chosen.includes(permission)} />
                  ),
                )}
            </div>
          </Fragment>
        ))}
      </div>
    </fieldset>
  );
}

function Held({ permission, held }: { permission: Permission; held: boolean }) {
  return (
    <span className={classes.verb} data-held={held}>
      {held ? <IconCheck size={14} aria-label="yes" /> : <IconMinus size={14} aria-label="no" />}
      {verbOf(permission)}
    </span>
  );
}

function verbOf(permission: Permission): string {
  return permission.slice(permission.indexOf(":") + 1).replaceAll("_", " ");
}
