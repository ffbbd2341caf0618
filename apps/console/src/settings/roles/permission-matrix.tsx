import { Checkbox, Tooltip } from "@mantine/core";
import { type Permission, permissionAreas, permissionLabel } from "@opsplane/contract";
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
        {permissionAreas.map(({ area, label, permissions }) => (
          <Fragment key={area}>
            <div className={classes.area}>{label}</div>
            <div className={classes.verbs}>
              {permissions.map((permission) =>
                editable ? (
                  <Tooltip
                    key={permission}
                    label="You can't grant a permission you don't have"
                    disabled={can(permission)}
                  >
                    <Checkbox
                      label={permissionLabel(permission)}
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
      {permissionLabel(permission)}
    </span>
  );
}
