import type { Lesson } from "./lesson.ts";
import { byHand } from "./lessons/by-hand.ts";
import { findTheCause } from "./lessons/find-the-cause.ts";
import { fromADeployment } from "./lessons/from-a-deployment.ts";
import { labels } from "./lessons/labels.ts";
import { oneOnEveryNode } from "./lessons/one-on-every-node.ts";
import { owners } from "./lessons/owners.ts";
import { rollingUpdate } from "./lessons/rolling-update.ts";
import { taints } from "./lessons/taints.ts";

/** The course. Each lesson uses only the concepts of earlier ones. */
export const LESSONS: readonly Lesson[] = [oneOnEveryNode, labels, taints, fromADeployment, rollingUpdate, byHand, owners, findTheCause];
