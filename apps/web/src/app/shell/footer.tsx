import { Anchor } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import { ColorSchemeToggle } from "@mcc/ui/theme/color-scheme-toggle.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { useBrand } from "../../platform/theme/brand.ts";
import { config } from "../../platform/theme/runtime-config.ts";
import { shellTexts as says } from "../shell.texts.ts";
import classes from "./shell.module.css";

const quiet = { size: "xs", c: "dimmed" } as const;
const away = { target: "_blank", rel: "noopener noreferrer" } as const;

/** The provider's contact details and terms. */
export const Footer = () => {
  const { email, phone, terms_url, privacy_url } = config().provider;
  const { label } = useBrand();
  const user = useSessionUser();
  return (
    <footer className={classes.footer}>
      <Anchor {...quiet} href={`mailto:${email}`}>
        {email}
      </Anchor>
      <Anchor {...quiet} href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
        {phone}
      </Anchor>
      <Anchor href={terms_url} {...quiet} {...away}>
        {says.terms}
      </Anchor>
      <Anchor href={privacy_url} {...quiet} {...away}>
        {says.privacy}
      </Anchor>
      <span className={classes.copyright}>
        © {new Date().getFullYear()} {label}
      </span>
      {/* The top bar of a platform admin has only the sign-out button. */}
      {can(user, "mcc-admin") && <ColorSchemeToggle />}
    </footer>
  );
};
