import type { MappedAccess, MappingPreview } from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { formatMoment } from "../../platform/page/format.ts";
import classes from "./mappings.module.css";
import { mappingTexts as texts } from "./mappings.texts.ts";

const isSame = (one: MappedAccess, other: MappedAccess): boolean => texts.gives(one) === texts.gives(other);

/** What mappings would give to a person, and why. */
export const MappingResult = ({ mapping }: { mapping: MappingPreview }) => {
  const { decides, matches, sources, before, after } = mapping;
  return (
    <div className={classes.result}>
      <Facts
        facts={[
          { label: texts.now, value: before ? texts.gives(before) : texts.nobodyYet, wide: true },
          {
            label: texts.after,
            value: before && isSame(before, after) ? texts.noChange : texts.gives(after),
            wide: true,
          },
        ]}
      />
      <p className={classes.words}>
        {decides.length === 0 ? texts.notDecided : texts.decidesAbout(decides)}{" "}
        {matches.length === 0 && decides.length > 0 && texts.nothingFits}
      </p>
      {matches.length > 0 && (
        <div>
          <span className={classes.hint}>{texts.because}</span>
          <ul className={classes.matches}>
            {matches.map((match) => (
              <li key={`${match.claim} ${match.value}`}>{`${texts.whoHas(match)}: ${texts.gives(match)}`}</li>
            ))}
          </ul>
        </div>
      )}
      {sources.map(({ source, at }) => (
        <p key={source} className={classes.hint}>
          {texts.knownFrom(texts.sources[source], formatMoment(at))}
        </p>
      ))}
    </div>
  );
};
