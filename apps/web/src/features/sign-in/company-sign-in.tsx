import { Button } from "@mantine/core";
import { pageAfterLogin } from "@mcc/contract/sign-in/next-page.ts";
import { ssoOfAddress, ssoOfHost } from "@mcc/contract/single-sign-on/sso-sign-in.api.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { signInTexts as texts } from "./sign-in.texts.ts";
import classes from "./sign-in-layout.module.css";

/** The page that the person was about to open. */
const nextPage = (): string | undefined =>
  location.pathname === "/"
    ? pageAfterLogin(location.href)
    : location.pathname + location.search + location.hash;

const withNext = (url: string): string => {
  const page = nextPage();
  return page === undefined ? url : `${url}&next=${encodeURIComponent(page)}`;
};

/** The identity providers of the company whose host this is. */
export const HostSignIn = () => {
  const { data } = useQuery(queryFor(ssoOfHost, {}));
  if (!data || data.results.length === 0) return null;
  return (
    <div className={classes.company}>
      {data.results.map(({ name, url }) => (
        <Button key={url} component="a" href={withNext(url)} fullWidth>
          {texts.signInWith(name)}
        </Button>
      ))}
      <p className={classes.or}>{data.required ? texts.ssoRequired : texts.orPassword}</p>
    </div>
  );
};

/** Where the owner of an e-mail address signs in, which its domain decides. */
export const AddressSignIn = ({ address }: { address: string }) => {
  const { data } = useQuery(queryFor(ssoOfAddress, { body: { email: address } }));
  return (
    <div role="status">
      {data?.url && (
        <div className={classes.company}>
          <p className={classes.or}>{texts.companyAccounts}</p>
          <Button component="a" href={withNext(data.url)} fullWidth>
            {texts.continueThere}
          </Button>
        </div>
      )}
    </div>
  );
};
