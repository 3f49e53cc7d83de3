package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// diesWithParent marks a process as a child of "up": it ends when its standard
// input does.
const diesWithParent = "CONTROL_PLANE_CHILD"

// start runs a component as a child of this process, with its output in
// DIR/NAME.log and its process id in DIR/NAME.pid. A component that ends is
// restarted, so that a test may kill it. If it ends within three seconds, up fails.
func (p *plane) start(name string, args ...string) {
	p.wait.Add(1)
	go func() {
		defer p.wait.Done()
		for {
			began := time.Now()
			err := p.once(name, args)
			p.mu.Lock()
			stopping := p.stopping
			p.mu.Unlock()
			if stopping {
				return
			}
			if time.Since(began) < 3*time.Second {
				p.failed <- fmt.Errorf("%s ended: %v\n%s", name, err, tail(p.path(name+".log")))
				return
			}
			p.say("%s ended (%v): starting it again", name, err)
			// A test creates this file for an outage of a certain length.
			for exists(p.path(name + ".hold")) {
				time.Sleep(50 * time.Millisecond)
			}
		}
	}()
}

func (p *plane) once(name string, args []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(p.path(name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer out.Close()
	cmd := exec.Command(self, append([]string{name}, args...)...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), diesWithParent+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C reaches only "up"
	if _, err := cmd.StdinPipe(); err != nil {
		return err
	}
	p.mu.Lock()
	if p.stopping {
		p.mu.Unlock()
		return nil
	}
	if err := cmd.Start(); err != nil {
		p.mu.Unlock()
		return err
	}
	p.children[name] = cmd
	p.mu.Unlock()
	_ = os.WriteFile(p.path(name+".pid"), []byte(strconv.Itoa(cmd.Process.Pid)+"\n"), 0o600)
	return cmd.Wait()
}

// stop kills the children, clients before their servers. A graceful end has no
// benefit, because the data are discarded.
func (p *plane) stop() {
	p.mu.Lock()
	p.stopping = true
	for _, name := range []string{"kwok", "kube-scheduler", "kube-controller-manager", "kube-apiserver", "etcd"} {
		if cmd := p.children[name]; cmd != nil {
			_ = cmd.Process.Signal(syscall.SIGKILL)
		}
	}
	p.mu.Unlock()
	p.wait.Wait()
	p.say("stopped")
}

func (p *plane) until(ctx context.Context, limit time.Duration, what string, done func() bool) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-p.failed:
			return err
		case <-timer.C:
			return fmt.Errorf("waited %s for %s; logs are in %s\n%s", limit, what, p.dir, tail(p.path("kube-apiserver.log")))
		case <-tick.C:
			if done() {
				return nil
			}
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func tail(path string) string {
	b, _ := os.ReadFile(path)
	lines := strings.Split(strings.TrimRight(string(b), "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-15):], "\n")
}
