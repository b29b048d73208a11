package kubernetes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	ktesting "k8s.io/client-go/testing"
	"k8s.io/kubernetes/pkg/controller/job"
	"k8s.io/kubernetes/pkg/fieldpath"
	"k8s.io/kubernetes/third_party/forked/golang/expansion"
)

// cluster runs jobs: the controller of Kubernetes makes their pods, and each pod is a process of this machine.
type cluster struct {
	t       *testing.T
	client  *fake.Clientset
	folders map[string]string                          // of the persistent volume claims
	running func(pod *corev1.Pod, process *os.Process) // describes each process, or nil
	pods    sync.WaitGroup

	mu   sync.Mutex
	logs map[string]string // what the pods of an index printed
}

func newCluster(t *testing.T) *cluster {
	c := &cluster{
		t:       t,
		client:  fake.NewClientset(),
		folders: map[string]string{"data": t.TempDir(), "npycheck-reports": t.TempDir()},
		logs:    map[string]string{},
	}
	// What the API server does to an object that is created.
	n := 0
	c.client.PrependReactor("create", "*", func(action ktesting.Action) (bool, runtime.Object, error) {
		n++
		object := action.(ktesting.CreateAction).GetObject().(metav1.Object)
		object.SetUID(types.UID(fmt.Sprint("uid-", n)))
		object.SetCreationTimestamp(metav1.Now())
		if object.GetName() == "" {
			object.SetName(fmt.Sprint(object.GetGenerateName(), n))
		}
		return false, nil, nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	factory := informers.NewSharedInformerFactory(c.client, 0)
	controller, err := job.NewController(ctx, c.client, factory.Core().V1().Pods(), factory.Batch().V1().Jobs(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	var controllers sync.WaitGroup
	controllers.Go(func() { controller.Run(ctx, 4) })
	controllers.Go(func() { c.kubelet(ctx) })
	t.Cleanup(func() {
		cancel()
		controllers.Wait()
		c.pods.Wait()
		factory.Shutdown()
	})
	return c
}

// kubelet runs the pods.
func (c *cluster) kubelet(ctx context.Context) {
	seen := map[types.UID]bool{}
	for ctx.Err() == nil {
		pods, err := c.client.CoreV1().Pods(metav1.NamespaceDefault).List(ctx, metav1.ListOptions{})
		if err != nil {
			c.t.Error(err)
			return
		}
		for i := range pods.Items {
			if pod := &pods.Items[i]; !seen[pod.UID] {
				seen[pod.UID] = true
				c.pods.Go(func() { c.run(ctx, pod) })
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// run runs a pod to its end.
func (c *cluster) run(ctx context.Context, pod *corev1.Pod) {
	container := pod.Spec.Containers[0]
	env := map[string]string{}
	for _, v := range container.Env {
		env[v.Name] = v.Value
		if v.ValueFrom != nil {
			value, err := fieldpath.ExtractFieldPathAsString(pod, v.ValueFrom.FieldRef.FieldPath)
			if err != nil {
				c.t.Error(err)
			}
			env[v.Name] = value
		}
	}
	args := slices.Clone(container.Args)
	for i := range args {
		args[i] = c.mount(pod, expansion.Expand(args[i], expansion.MappingFuncFor(env)))
	}
	cmd := exec.CommandContext(ctx, os.Getenv("NPYCHECK"), args...)
	cmd.Env = []string{}
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	c.status(ctx, pod, corev1.PodStatus{Phase: corev1.PodRunning})
	if err := cmd.Start(); err != nil {
		c.t.Error(err)
		return
	}
	if c.running != nil {
		c.running(pod, cmd.Process)
	}
	err := cmd.Wait()
	code := cmd.ProcessState.ExitCode()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		code = 128 + int(status.Signal())
	}
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		c.t.Error(err)
	}
	phase := corev1.PodSucceeded
	if code != 0 {
		phase = corev1.PodFailed
		c.t.Logf("%s ended with %d\n%s", pod.Name, code, output.String())
	}
	c.mu.Lock()
	c.logs[pod.Annotations[batchv1.JobCompletionIndexAnnotation]] += output.String()
	c.mu.Unlock()
	c.status(ctx, pod, corev1.PodStatus{Phase: phase, ContainerStatuses: []corev1.ContainerStatus{{
		Name: container.Name,
		State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{
			ExitCode: int32(code), FinishedAt: metav1.Now(),
		}},
	}}})
}

// mount replaces the places where volumes are mounted by their folders here.
func (c *cluster) mount(pod *corev1.Pod, arg string) string {
	for _, mount := range pod.Spec.Containers[0].VolumeMounts {
		for _, volume := range pod.Spec.Volumes {
			if volume.Name == mount.Name {
				arg = strings.Replace(arg, mount.MountPath, c.folders[volume.PersistentVolumeClaim.ClaimName], 1)
			}
		}
	}
	return arg
}

// status sets the status of a pod.
func (c *cluster) status(ctx context.Context, pod *corev1.Pod, status corev1.PodStatus) {
	pods := c.client.CoreV1().Pods(pod.Namespace)
	now, err := pods.Get(ctx, pod.Name, metav1.GetOptions{}) // the controller changes it too
	if err == nil {
		now.Status = status
		_, err = pods.UpdateStatus(ctx, now, metav1.UpdateOptions{})
	}
	if err != nil && !apierrors.IsNotFound(err) && ctx.Err() == nil { // of a job that failed, pods are deleted
		c.t.Error(err)
	}
}

// finish creates a job, and returns it when it has ended.
func (c *cluster) finish(job *batchv1.Job) *batchv1.Job {
	c.t.Helper()
	jobs := c.client.BatchV1().Jobs(metav1.NamespaceDefault)
	created, err := jobs.Create(c.t.Context(), job, metav1.CreateOptions{})
	if err != nil {
		c.t.Fatal(err)
	}
	for last := time.Now().Add(10 * time.Minute); time.Now().Before(last); time.Sleep(20 * time.Millisecond) {
		now, err := jobs.Get(c.t.Context(), created.Name, metav1.GetOptions{})
		if err != nil {
			c.t.Fatal(err)
		}
		if end(now) != "" {
			return now
		}
	}
	c.t.Fatalf("%s does not end", created.Name)
	return nil
}

// end returns how a job ended, "" if it didn't.
func end(job *batchv1.Job) string {
	for _, c := range job.Status.Conditions {
		switch {
		case c.Status != corev1.ConditionTrue:
		case c.Type == batchv1.JobComplete:
			return "complete"
		case c.Type == batchv1.JobFailed:
			return "failed: " + c.Reason
		}
	}
	return ""
}
