import { Button } from "@mantine/core";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { SearchBox } from "@mcc/ui/forms/search-box.tsx";
import { IconChevronDown, IconChevronUp, IconDownload, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import type { Layout } from "./diagram/tree-layout.ts";
import type { DiagramView } from "./diagram/use-diagram-view.ts";
import { ZOOM_IN, ZOOM_OUT } from "./diagram/zoom.ts";
import { treeTexts as texts } from "./tree.texts.ts";
import classes from "./tree-page.module.css";
import type { useNodeSearch } from "./use-node-search.ts";

interface TreeToolbarProps {
  readonly view: DiagramView;
  readonly layout: Layout;
  readonly search: ReturnType<typeof useNodeSearch>;
  readonly onExpandAll: () => void;
  readonly onCollapseAll: () => void;
}

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** Loaded when it is used. */
const download = async (layout: Layout): Promise<void> =>
  (await import("./diagram/tree-picture.ts")).saveTree(layout);

/** Search, zoom, expand and download. */
export const TreeToolbar = ({ view, layout, search, onExpandAll, onCollapseAll }: TreeToolbarProps) => (
  <>
    <div className={classes.toolbar}>
      <div className={classes.search}>
        <SearchBox label={texts.search} value={search.text} onSearch={search.search} />
      </div>
      {search.text.trim() !== "" && (
        <>
          <IconAction
            label={texts.previousMatch}
            icon={<IconChevronUp {...icon} />}
            disabled={search.count === 0}
            onClick={() => search.step(-1)}
          />
          <IconAction
            label={texts.nextMatch}
            icon={<IconChevronDown {...icon} />}
            disabled={search.count === 0}
            onClick={() => search.step(1)}
          />
        </>
      )}
      <span className={classes.found} role="status">
        {search.text.trim() !== "" && texts.matches(search.at + 1, search.count)}
      </span>
      <div className={classes.buttons}>
        <IconAction
          size="lg"
          label={texts.zoomIn}
          icon={<IconZoomIn {...icon} />}
          onClick={() => view.zoom(ZOOM_IN)}
        />
        <IconAction
          size="lg"
          label={texts.zoomOut}
          icon={<IconZoomOut {...icon} />}
          onClick={() => view.zoom(ZOOM_OUT)}
        />
        <Button variant="default" onClick={() => view.reset()}>
          {texts.resetZoom}
        </Button>
        <Button variant="default" onClick={onExpandAll}>
          {texts.expandAll}
        </Button>
        <Button variant="default" onClick={onCollapseAll}>
          {texts.collapseAll}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload {...icon} />}
          onClick={() => void download(layout)}
        >
          {texts.download}
        </Button>
      </div>
    </div>
    <p className={classes.hint}>{texts.hint}</p>
  </>
);
