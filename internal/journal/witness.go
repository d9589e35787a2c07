package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// Witness is a second place for checkpoints, out of reach of whoever owns the machine: a file, each checkpoint a line at its
// end, or an address to which each is posted. A nil Witness is none.
type Witness struct {
	to     string
	log    *slog.Logger
	client http.Client
	queue  chan *Checkpoint
	done   chan struct{}
	once   sync.Once

	patience time.Duration   // for the last deliveries
	ctx      context.Context // ends when nothing more is to be tried
	giveUp   context.CancelFunc
}

const (
	witnessQueue   = 1024
	witnessTimeout = 10 * time.Second
	witnessTries   = 5
)

// NewWitness makes a witness of the path of a file or an http or https URL. It never delays the journal: what cannot be
// delivered is logged.
func NewWitness(to string, log *slog.Logger) *Witness {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	w := &Witness{
		to: to, log: log, queue: make(chan *Checkpoint, witnessQueue), done: make(chan struct{}), patience: witnessTimeout,
		client: http.Client{Timeout: witnessTimeout},
	}
	w.ctx, w.giveUp = context.WithCancel(context.Background())
	go w.run()
	return w
}

func (w *Witness) remote() bool {
	return strings.HasPrefix(w.to, "http://") || strings.HasPrefix(w.to, "https://")
}

func (w *Witness) send(c *Checkpoint) {
	if w == nil {
		return
	}
	select {
	case w.queue <- c:
	default:
		w.log.Error("a checkpoint was not witnessed", slog.String("cause", "too many wait"))
	}
}

// close waits for what is to be delivered, and not for long.
func (w *Witness) close() error {
	if w == nil {
		return nil
	}
	w.once.Do(func() { close(w.queue) })
	late := time.AfterFunc(w.patience, w.giveUp)
	<-w.done
	late.Stop()
	w.giveUp()
	w.client.CloseIdleConnections()
	return nil
}

func (w *Witness) run() {
	defer close(w.done)
	for c := range w.queue {
		if err := w.try(c); err != nil {
			w.log.Error("a checkpoint was not witnessed", slog.String("cause", err.Error()))
		}
	}
}

// try delivers a checkpoint, if need be after some time.
func (w *Witness) try(c *Checkpoint) (err error) {
	for try := range witnessTries {
		select {
		case <-w.ctx.Done():
			return errors.Join(errors.New("the journal was closed"), err)
		case <-time.After(time.Duration(try) * retryAfter):
		}
		if err = w.deliver(c); err == nil {
			return nil
		}
	}
	return err
}

func (w *Witness) deliver(c *Checkpoint) error {
	text, err := encode(c)
	if err != nil {
		return err
	}
	if !w.remote() {
		return appendLine(w.to, text)
	}
	ctx, cancel := context.WithTimeout(w.ctx, witnessTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.to, bytes.NewReader(text))
	if err != nil {
		return errors.New("the address of the witness is no URL")
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := w.client.Do(request)
	if err != nil {
		return errors.New("the witness cannot be reached")
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)); err != nil {
		return err
	}
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("the witness answered %d", response.StatusCode)
	}
	return nil
}

func appendLine(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(bytes.Clone(text), '\n'))
	return errors.Join(err, f.Sync(), f.Close())
}
