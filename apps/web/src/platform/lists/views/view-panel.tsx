import type { View } from "@mcc/contract/views/saved-views.schema.ts";
import { ButtonPopover } from "@mcc/ui/overlays/button-popover.tsx";
import { IconCheck, IconStarFilled } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import { toast } from "../../page/toast.ts";
import { useSessionUser } from "../../session/session-user.ts";
import { listWithViews } from "./saved-views.ts";
import { useViews } from "./use-views.ts";
import type { ShownView } from "./view-actions.tsx";
import * as actions from "./view-actions.tsx";
import { viewPanelTexts as says } from "./view-panel.texts.ts";
import type { BuiltIn, ViewState } from "./view-state.ts";
import classes from "./views.module.css";
import { viewTexts } from "./views.texts.ts";

interface ViewPanelProps
  extends Pick<ComponentProps<typeof ButtonPopover>, "id" | "button" | "opened" | "close"> {
  readonly views: ViewState;
  readonly shown: ShownView["shown"];
}

interface ChoiceProps {
  readonly isCurrent: boolean;
  readonly onClick: () => void;
  readonly more?: ReactNode;
  readonly children: string;
}

const Choice = ({ isCurrent, onClick, more, children }: ChoiceProps) => (
  <li>
    <button type="button" className={classes.choice} aria-current={isCurrent || undefined} {...{ onClick }}>
      <IconCheck size={16} aria-hidden data-shown={isCurrent || undefined} />
      <span className={classes.choiceName}>{children}</span>
      {more}
    </button>
  </li>
);

const DefaultStar = () => <IconStarFilled size={14} role="img" aria-label={says.isDefault} />;

/** The views of a list, and the actions on the current one. */
export const ViewPanel = ({ views: viewState, shown, close, ...popover }: ViewPanelProps) => {
  const views = useViews(viewState);
  const { saved, current, builtIn, hasOwnColumns, isChanged, hasFailed, listName } = views;
  const isAdmin = useSessionUser().is_company_admin;
  const closing = (act: () => unknown) => () => {
    close();
    void Promise.resolve(act()).catch(toast.failure);
  };
  const isEssentialsDefault = views.opensEssentials && !saved.some(({ is_default }) => is_default);
  const builtIns: readonly BuiltIn[] = hasOwnColumns ? ["all", "essentials", "own"] : ["all", "essentials"];
  const choices = (label: string, chosen: readonly View[]) =>
    chosen.length > 0 && (
      <section>
        <h3 className={classes.heading}>{label}</h3>
        <ul className={classes.choices} aria-label={label}>
          {chosen.map((view) => (
            <Choice
              key={view.id}
              isCurrent={view.id === current?.id}
              onClick={closing(() => views.open(view))}
              more={
                <>
                  {view.is_default && <DefaultStar />}
                  {!view.is_owner && <span className={classes.owner}>{view.owner_name}</span>}
                </>
              }
            >
              {view.name}
            </Choice>
          ))}
        </ul>
      </section>
    );
  const action = (label: string, act: () => unknown, tone?: "danger") => (
    <li>
      <button type="button" className={classes.action} data-tone={tone} onClick={closing(act)}>
        {label}
      </button>
    </li>
  );
  return (
    <ButtonPopover {...popover} close={close} label={says.views}>
      <div className={classes.panel}>
        <div className={classes.views}>
          <ul className={classes.choices} aria-label={says.views}>
            {builtIns.map((name) => (
              <Choice
                key={name}
                isCurrent={name === builtIn}
                onClick={closing(() => views.chooseBuiltIn(name))}
                more={name === "essentials" && isEssentialsDefault && <DefaultStar />}
              >
                {viewTexts.builtIn[name]}
              </Choice>
            ))}
          </ul>
          {choices(
            says.myViews,
            saved.filter(({ shared }) => !shared),
          )}
          {choices(
            says.shared,
            saved.filter(({ shared }) => shared),
          )}
          {hasFailed && <p className={classes.note}>{says.viewsFailed}</p>}
          {!hasFailed && saved.length === 0 && listWithViews(listName) && (
            <p className={classes.note}>{says.noViews}</p>
          )}
        </div>
        {listWithViews(listName) && (
          <ul className={classes.actions} aria-label={says.thisView(views.name)}>
            {isChanged &&
              current?.is_owner &&
              action(says.update, () => actions.updateView({ views, shown }, current))}
            {action(says.saveAsNew, () => actions.openSaveView({ views, shown }))}
            {isChanged && action(says.reset, views.reset)}
            {builtIn === "essentials" &&
              action(isEssentialsDefault ? says.unsetDefault : says.setDefault, () =>
                actions.setEssentialsAsDefault(views, !isEssentialsDefault),
              )}
            {current && (
              <>
                {action(current.is_default ? says.unsetDefault : says.setDefault, () =>
                  actions.setDefault(views, current, !current.is_default),
                )}
                {action(says.copyLink, () => actions.copyLink(current))}
              </>
            )}
            {current?.is_owner && (
              <>
                {isAdmin && !current.shared && action(says.share, () => actions.share(views, current))}
                {current.shared && action(says.stopSharing, () => actions.stopSharing(views, current))}
                {action(says.rename, () => actions.openRename(views, current))}
                {action(says.delete, () => actions.deleteView(views, current), "danger")}
              </>
            )}
          </ul>
        )}
      </div>
    </ButtonPopover>
  );
};
