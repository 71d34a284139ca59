/* fuzz.c
 * Feeds changed messages to the dissector, many thousands in a second
 *
 *     fuzz CORPUS [--seed N] [--first N] [--count N | --seconds N] [--bound SECONDS] [--memory MEGABYTES] [--out FILE]
 *
 * An input is a matter of the seed and its number alone: --first N --count 1 does one again. When it ends badly, by a
 * crash, a sanitizer's report, a bug that the dissector confesses, an exception, too much time or memory, the input's
 * capture is written to FILE and its seed and number are printed. Exit code 0 if all is well.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "input.h"

#define FORGET_AFTER 10000              /* inputs; what is remembered of connections goes then; Wireshark loses 8 MB */

static struct {
    uint64_t seed, first, count, seconds;
    unsigned bound;                     /* CPU seconds for one input */
    unsigned memory;                    /* megabytes */
    const char *out;
} options = { .seed = 1, .count = 1000, .bound = 10, .memory = 2048, .out = "fuzz.pcap" };

/* The input that is dissected now. */
static uint64_t current;
static GByteArray *current_capture;

/* Only what a signal handler may call. */
static void
report(const char *what)
{
    char line[256];
    int length = snprintf(line, sizeof line, "\nfuzz: %s\nfuzz: input %" PRIu64 " of seed %" PRIu64 ", written to %s\n",
                          what, current, options.seed, options.out);
    int file = open(options.out, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    bool written = write(STDERR_FILENO, line, (size_t)MIN(length, (int)sizeof line)) > 0;

    if (file >= 0) {
        if (current_capture)
            written = write(file, current_capture->data, current_capture->len) == (ssize_t)current_capture->len;
        close(file);
    }
    (void)written;
}

static void
on_signal(int number)
{
    report(number == SIGPROF ? "too slow" : number == SIGABRT ? "aborted" : "crashed");
    signal(number, SIG_DFL);
    if (number == SIGPROF)
        _exit(1);
    raise(number);
}

/* Called by the sanitizers' runtime, if there is one, before it ends the program. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void
on_sanitizer(void)
{
    report("a sanitizer's report, see above");
}

static void
watch(void)
{
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(on_sanitizer);
    else {
        signal(SIGSEGV, on_signal);
        signal(SIGBUS, on_signal);
        signal(SIGFPE, on_signal);
        signal(SIGILL, on_signal);
    }
    signal(SIGABRT, on_signal);
    signal(SIGPROF, on_signal);
}

static void
set_alarm(unsigned seconds)
{
    const struct itimerval timer = { .it_value = { .tv_sec = seconds } };

    setitimer(ITIMER_PROF, &timer, NULL);
}

static long
megabytes(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

static bool
try(fuzz_input *input)
{
    if (current_capture)
        g_byte_array_free(current_capture, TRUE);
    current_capture = fuzz_capture_of(input);
    set_alarm(options.bound);
    const char *wrong = fuzz_run(input);
    set_alarm(0);
    if (!wrong && megabytes() > options.memory)
        wrong = "too much memory";
    if (wrong)
        report(wrong);
    return !wrong;
}

#ifdef KAFKASHARK_LIBFUZZER

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *octets, size_t length);

int
LLVMFuzzerInitialize(int *argc G_GNUC_UNUSED, char ***argv)
{
    fuzz_start((*argv)[0]);
    return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *octets, size_t length)
{
    static fuzz_input input;

    if (!input.octets[0])
        fuzz_input_init(&input);
    fuzz_input_of_octets(&input, octets, length, current);
    if (!try(&input))
        abort();
    if (++current % FORGET_AFTER == 0)
        fuzz_forget();
    return 0;
}

#else

static const char *
read_options(int argc, char **argv)
{
    const char *corpus = NULL;

    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (argv[i][0] != '-') {
            corpus = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--seed") == 0)
            options.seed = strtoull(value, NULL, 10);
        else if (strcmp(argv[i], "--first") == 0)
            options.first = strtoull(value, NULL, 10);
        else if (strcmp(argv[i], "--count") == 0)
            options.count = strtoull(value, NULL, 10);
        else if (strcmp(argv[i], "--seconds") == 0)
            options.seconds = strtoull(value, NULL, 10);
        else if (strcmp(argv[i], "--bound") == 0)
            options.bound = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(argv[i], "--memory") == 0)
            options.memory = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(argv[i], "--out") == 0)
            options.out = value;
        else
            corpus = NULL, i = argc;
        i++;
    }
    if (!corpus) {
        fputs("usage: fuzz CORPUS [--seed N] [--first N] [--count N | --seconds N] [--bound SECONDS]"
              " [--memory MEGABYTES] [--out FILE]\n", stderr);
        exit(2);
    }
    return corpus;
}

int
main(int argc, char **argv)
{
    const char *path = read_options(argc, argv);
    GArray *corpus = fuzz_read_corpus(path);
    time_t end = time(NULL) + (time_t)options.seconds;
    uint64_t done = 0;
    fuzz_input input;
    bool good = true;

    printf("fuzz: seed %" PRIu64 ", %u exchanges to begin with\n", options.seed, corpus->len);
    fflush(stdout);
    fuzz_start(argv[0]);
    watch();
    fuzz_input_init(&input);
    while (good && (options.seconds ? time(NULL) < end : done < options.count)) {
        current = options.first + done++;
        fuzz_make_input(&input, corpus, options.seed, current);
        good = try(&input);
        if (good && done % FORGET_AFTER == 0)
            fuzz_forget();
    }
    printf("fuzz: %" PRIu64 " inputs, %ld megabytes at most\n", done, megabytes());
    if (current_capture)
        g_byte_array_free(current_capture, TRUE);
    fuzz_input_clear(&input);
    g_array_free(corpus, TRUE);
    if (good)
        fuzz_stop();
    return good ? 0 : 1;
}

#endif
