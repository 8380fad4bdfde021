import { Button, VisuallyHidden } from "@mantine/core";
import { FIRST_STEPS_PREFERENCE, type FirstStep } from "@mcc/contract/home/home.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { usePreference } from "../../platform/lists/preference.ts";
import { toast } from "../../platform/page/toast.ts";
import { useBrand } from "../../platform/theme/brand.ts";
import { config } from "../../platform/theme/runtime-config.ts";
import classes from "./attention.module.css";
import { brandingMail, firstStepTexts, stepsDoneText, homeTexts as texts } from "./home.texts.ts";

const PAGES = {
  sites: "/sites",
  users: "/users",
  rules: "/configuration/approvals",
  orders: "/orders",
} as const;

/** Where a step is done: on a page of the product, in the shop, or by the provider. */
const StepButton = ({ step, is_done }: FirstStep) => {
  const { shopUrl, name } = useBrand();
  const look = { size: "xs", variant: is_done ? "subtle" : "default" } as const;
  const { action } = firstStepTexts[step];
  if (step === "branding")
    return (
      <Button {...look} component="a" href={brandingMail(config().provider.email, name)}>
        {action}
      </Button>
    );
  if (step === "orders" && shopUrl)
    return (
      <Button {...look} component="a" href={shopUrl}>
        {action}
      </Button>
    );
  return (
    <Button {...look} renderRoot={(props) => <Link {...props} to={PAGES[step]} />}>
      {step === "orders" ? texts.seeOrders : action}
    </Button>
  );
};

const Step = (step: FirstStep) => {
  const { title, words } = firstStepTexts[step.step];
  const Picture = step.is_done ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={classes.step} data-done={step.is_done || undefined}>
      <Picture size={20} stroke={1.6} aria-hidden />
      <span className={classes.words}>
        <span className={classes.title}>
          {title}
          {step.is_done && <VisuallyHidden>, {texts.done}</VisuallyHidden>}
        </span>
        <span className={classes.hint}>{words}</span>
      </span>
      <StepButton {...step} />
    </li>
  );
};

/** What a new company does first. Each admin dismisses it for themselves. */
export const FirstSteps = ({ steps }: { steps: readonly FirstStep[] }) => {
  const { stored, save } = usePreference(FIRST_STEPS_PREFERENCE);
  if (stored?.includes("dismissed")) return null;
  const dismiss = () => {
    save(["dismissed"]);
    toast.info(texts.dismissed);
  };
  return (
    <Card
      title={texts.firstSteps}
      aside={
        <span className={classes.aside}>
          {stepsDoneText(steps.filter(({ is_done }) => is_done).length, steps.length)}
          <Button size="compact-sm" variant="subtle" onClick={dismiss}>
            {texts.dismiss}
          </Button>
        </span>
      }
    >
      <ol className={classes.steps}>
        {steps.map((step) => (
          <Step key={step.step} {...step} />
        ))}
      </ol>
    </Card>
  );
};
