import { Button } from "@mantine/core";
import type { Report } from "@mcc/contract/reports/reports.schema.ts";
import { scheduleWords } from "@mcc/contract/reports/schedule.rules.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { LIST_NAMES } from "../../platform/lists/reports/report.texts.ts";
import { accept, decline } from "./report-actions.tsx";
import classes from "./reports.module.css";
import { reportsTexts as texts } from "./reports.texts.ts";

const Invitation = ({ report }: { report: Report }) => {
  const { name, owner, view, schedule, time_zone } = report;
  return (
    <li className={classes.invitation}>
      <span className={classes.invited}>
        {texts.invites(owner.name, name)}
        <span className={classes.quiet}>
          {LIST_NAMES[view.list]} · {scheduleWords(schedule, time_zone)}
        </span>
      </span>
      <span className={classes.answers}>
        <Button size="compact-sm" aria-label={texts.acceptOf(name)} onClick={() => void accept(report)}>
          {texts.accept}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.declineOf(name)}
          onClick={() => void decline(report)}
        >
          {texts.decline}
        </Button>
      </span>
    </li>
  );
};

/** Reports that colleagues made, to accept or decline. */
export const Invitations = ({ reports }: { reports: readonly Report[] }) =>
  reports.length > 0 && (
    <Card title={texts.invitations} flush>
      <ul className={classes.invitations} aria-label={texts.invitations}>
        {reports.map((report) => (
          <Invitation key={report.id} report={report} />
        ))}
      </ul>
    </Card>
  );
