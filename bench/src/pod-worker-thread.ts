// The start file of the product's threads must be in the folder of the program, here the benchmark's.
import "@daemonscope/server/watch/fast/pod-workers/pod-worker-thread";
