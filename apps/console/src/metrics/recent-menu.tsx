import { Button, Menu } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import classes from "./metrics.module.css";

/** The queries that this person ran before. */
export function RecentMenu({ recent, onChoose }: { recent: readonly string[]; onChoose: (text: string) => void }) {
  return (
    <Menu position="bottom-start" width={420}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconHistory size={14} />} disabled={recent.length === 0}>
          Recent
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.recent ?? ""}>
        {recent.map((text) => (
          <Menu.Item key={text} onClick={() => onChoose(text)}>
            <span className={classes.recentText}>{text}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
