import { NativeSelect } from "@mantine/core";
import { usePhone } from "@mcc/ui/use-phone.ts";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./section-index.module.css";

interface Section {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface SectionIndexProps {
  /** What the index lists: "Sections of Acme Drilling". */
  readonly label: string;
  readonly sections: readonly Section[];
}

/** What is at the top of the window, below the bars that stay there. */
const TOP_PART = "-120px 0px -60% 0px";

/** By these a user scrolls. */
const SCROLLING = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** Scrolls without a change of the address: that would be a step of the history for each section. */
const goTo = (id: string): void => {
  const section = document.getElementById(id);
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
};

/**
 * The first section in the upper part of the window. One that was chosen stays until the user scrolls: the last ones may
 * be too short to get there.
 */
const useCurrent = (ids: string) => {
  const [current, setCurrent] = useState(ids.split(" ")[0] ?? "");
  const isChosen = useRef(false);
  useEffect(() => {
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target.id);
        const first = ids.split(" ").find((id) => seen.has(id));
        if (first && !isChosen.current) setCurrent(first);
      },
      { rootMargin: TOP_PART },
    );
    for (const id of ids.split(" ")) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  useEffect(() => {
    const follow = () => {
      isChosen.current = false;
    };
    for (const kind of SCROLLING) addEventListener(kind, follow, { capture: true, passive: true });
    return () => {
      for (const kind of SCROLLING) removeEventListener(kind, follow, { capture: true });
    };
  }, []);
  const choose = (id: string): void => {
    isChosen.current = true;
    setCurrent(id);
    goTo(id);
  };
  return { current, choose };
};

/** A long page with an index of its sections that stays in view: links beside them, on a phone one field above them. */
export const SectionIndex = ({ label, sections }: SectionIndexProps) => {
  const isPhone = usePhone();
  const { current, choose } = useCurrent(sections.map(({ id }) => id).join(" "));
  const follow = (event: MouseEvent, id: string) => {
    event.preventDefault();
    choose(id);
  };
  return (
    <div className={classes.page}>
      <nav className={classes.index} aria-label={label}>
        {isPhone ? (
          <NativeSelect
            aria-label={label}
            data={sections.map(({ id, label }) => ({ value: id, label }))}
            value={current}
            onChange={({ currentTarget: { value } }) => choose(value)}
          />
        ) : (
          sections.map(({ id, label }) => (
            <a
              key={id}
              className={classes.link}
              href={`#${id}`}
              aria-current={id === current ? "location" : undefined}
              onClick={(event) => follow(event, id)}
            >
              {label}
            </a>
          ))
        )}
      </nav>
      <div className={classes.sections}>
        {sections.map(({ id, label, content }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of no form
          <div key={id} id={id} className={classes.section} role="group" aria-label={label} tabIndex={-1}>
            {content}
          </div>
        ))}
      </div>
    </div>
  );
};
