// The file that the product's threads begin with lies beside the bench, as beside the product.
import "@daemonscope/server/cluster/pod-workers/pod-worker-thread";
