import { Drawer, UnstyledButton } from "@mantine/core";
import { type WidgetKind, widgetKindNames, widgetKinds } from "@opsplane/contract";
import { useProfile } from "../../session/context.tsx";
import classes from "../dashboards.module.css";
import { kinds } from "../kinds/index.ts";

interface KindDrawerProps {
  onChoose: (kind: WidgetKind) => void;
  onClose: () => void;
}

/** The kinds of widgets that this person can see. */
export function KindDrawer({ onChoose, onClose }: KindDrawerProps) {
  const { user, modules } = useProfile();
  const offered = widgetKindNames.filter((kind) => {
    const { needs } = widgetKinds[kind];
    return !needs || (user.permissions.includes(needs.access) && modules.includes(needs.module));
  });
  return (
    <Drawer opened onClose={onClose} position="right" size={420} title="Add widget">
      <div className={classes.kindList}>
        {offered.map((kind) => {
          const { icon: Icon, about } = kinds[kind];
          return (
            <UnstyledButton key={kind} className={classes.kind ?? ""} onClick={() => onChoose(kind)}>
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              <span>
                <b>{widgetKinds[kind].label}</b>
                <span className="dim">{about}</span>
              </span>
            </UnstyledButton>
          );
        })}
      </div>
    </Drawer>
  );
}
