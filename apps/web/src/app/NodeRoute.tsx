import type { NodeView } from "../data/url/url.ts";
import { NodePage } from "../pages/node/NodePage.tsx";
import { SectionBody } from "./SectionBody.tsx";

/** One node, with its open section. */
export function NodeRoute({ view }: { readonly view: NodeView }) {
  return (
    <NodePage view={view}>
      <SectionBody view={view} />
    </NodePage>
  );
}
