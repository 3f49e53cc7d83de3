// The start file of the product's threads must be in the folder of the program, here the benchmark's.
import "@daemonscope/server/cluster/pod-workers/pod-worker-thread";
