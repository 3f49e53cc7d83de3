// Command agent is what the real node's containers run, and the forwarder
// between its network namespace and the API server. It has no libraries, so
// that it is an image of one file.
package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) < 2 {
		os.Args = append(os.Args, "run")
	}
	word := os.Args[1]
	args := os.Args[2:]
	switch word {
	case "pause": // the sandbox's process: reaps what it inherits, ends on a signal
		signals := make(chan os.Signal, 4)
		signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGCHLD)
		for s := range signals {
			if s != syscall.SIGCHLD {
				os.Exit(0)
			}
			for {
				if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid <= 0 || err != nil {
					break
				}
			}
		}
	case "run":
		run(args)
	case "sleep":
		d, err := time.ParseDuration(args[0])
		check(err)
		time.Sleep(d)
	case "exists": // an exec probe: is there such a file?
		_, err := os.Stat(args[0])
		check(err)
	case "touch":
		check(os.WriteFile(args[0], nil, 0o644))
	case "remove":
		check(os.Remove(args[0]))
	case "registry": // registry LISTEN FOLDER
		registry(args[0], args[1])
	case "forward": // forward LISTEN DIAL, each unix:PATH or tcp:HOST:PORT
		forward(args[0], args[1])
	default:
		fmt.Fprintln(os.Stderr, "agent: unknown word", word)
		os.Exit(64)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) {
	flags := flag.NewFlagSet("run", flag.ExitOnError)
	listen := flags.String("listen", "", "HTTP server's address; /ready and /live answer 200 or 503")
	readyAfter := flags.Duration("ready-after", 0, "")
	unreadyAfter := flags.Duration("unready-after", 0, "0: never")
	exitAfter := flags.Duration("exit-after", 0, "0: never")
	exitCode := flags.Int("exit-code", 0, "")
	killAfter := flags.Duration("kill-after", 0, "SIGKILL to itself; without effect on the first process of a PID namespace; 0: never")
	message := flags.String("message", "", "written to the termination log before the end")
	eat := flags.Int("eat", 0, "MiB of memory taken, 8 MiB each 100 ms")
	write := flags.Int("write", 0, "MiB written to -write-to")
	writeTo := flags.String("write-to", "/tmp/data", "")
	logEvery := flags.Duration("log-every", time.Second, "")
	termDelay := flags.Duration("term-delay", 0, "time that the end takes after SIGTERM; a negative one never ends")
	termCode := flags.Int("term-code", 0, "")
	_ = flags.Parse(args)

	started := time.Now()
	var live atomic.Bool
	live.Store(true)
	fmt.Printf("start version=%s host=%s args=%q\n", os.Getenv("VERSION"), hostname(), strings.Join(args, " "))
	ready := func() bool {
		age := time.Since(started)
		return age >= *readyAfter && (*unreadyAfter == 0 || age < *unreadyAfter)
	}
	if *listen != "" {
		answer := func(ok func() bool) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) {
				if !ok() {
					http.Error(w, "not yet", http.StatusServiceUnavailable)
					return
				}
				fmt.Fprintln(w, "ok")
			}
		}
		http.HandleFunc("/ready", answer(ready))
		http.HandleFunc("/live", answer(live.Load))
		http.HandleFunc("/die", func(w http.ResponseWriter, _ *http.Request) { live.Store(false) })
		go func() { check(http.ListenAndServe(*listen, nil)) }()
	}
	if *eat > 0 {
		go func() {
			var kept [][]byte
			for i := 0; i < *eat; i += 8 {
				b := make([]byte, 8<<20)
				for j := 0; j < len(b); j += 4096 {
					b[j] = 1
				}
				kept = append(kept, b)
				time.Sleep(100 * time.Millisecond)
			}
			select {}
		}()
	}
	if *write > 0 {
		check(os.WriteFile(*writeTo, make([]byte, *write<<20), 0o644))
	}
	end := make(<-chan time.Time)
	if *exitAfter > 0 {
		end = time.After(*exitAfter)
	}
	if *killAfter > 0 {
		time.AfterFunc(*killAfter, func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL) })
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	for n := 0; ; n++ {
		select {
		case <-time.After(*logEvery):
			fmt.Printf("%s line %d\n", time.Now().UTC().Format(time.RFC3339Nano), n)
		case <-end:
			if *message != "" {
				_ = os.WriteFile("/dev/termination-log", []byte(*message), 0o644)
			}
			fmt.Fprintln(os.Stderr, "end with code", *exitCode)
			os.Exit(*exitCode)
		case s := <-signals:
			fmt.Println("signal", s)
			if *termDelay < 0 {
				continue
			}
			time.Sleep(*termDelay)
			fmt.Println("end after signal")
			os.Exit(*termCode)
		}
	}
}

func hostname() string { h, _ := os.Hostname(); return h }

func forward(from, to string) {
	network, address, _ := strings.Cut(from, ":")
	if network == "unix" {
		_ = os.Remove(address)
	}
	l, err := net.Listen(network, address)
	check(err)
	for {
		a, err := l.Accept()
		check(err)
		go func() {
			network, address, _ := strings.Cut(to, ":")
			b, err := net.Dial(network, address)
			if err != nil {
				a.Close()
				return
			}
			go func() { _, _ = io.Copy(a, b); a.Close() }()
			_, _ = io.Copy(b, a)
			b.Close()
		}()
	}
}
